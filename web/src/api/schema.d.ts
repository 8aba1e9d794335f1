// Written by `npm run api-types` from /api/openapi.json.
export interface paths {
    "/api/admin/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the backups in BACKUP_DIR, the newest first
         * @description A backup that is listed is complete and was compared with its checksums.
         */
        get: operations["listBackups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the messages that were sent, to whom and with what result */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/deliveries/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a message again that was not accepted */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/detection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the outcomes of fall incidents and how fast they were answered
         * @description By week, by source (detected by a device or reported by a person), by the level of the fall, and by device.
         */
        get: operations["getDetectionFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all devices, or find one by its MAC address */
        get: operations["listDevices"];
        put?: never;
        /** Register a device of somebody or of a place, with a key for it */
        post: operations["registerDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/devices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set what a device is, how often it is heard of, and where a shared one is */
        put: operations["updateDeviceSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/devices/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disable a device, so that its readings are refused */
        post: operations["disableDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/devices/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enable a device that was not replaced, so that its readings are accepted again */
        post: operations["enableDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/devices/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a device from its owner
         * @description The device is deleted with its readings and logs, and its MAC address can be registered again. Falls stay with the former owner.
         */
        post: operations["releaseDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/escalation-policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the escalation policies of the installation */
        get: operations["listEscalationPolicies"];
        /**
         * Set the escalation policy of a severity, or return to the default
         * @description The change takes effect with the next incident.
         */
        put: operations["updateEscalationPolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/fall-statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the falls of people who were deleted and whose statistics were kept */
        get: operations["listFallStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/falls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all falls */
        get: operations["listAllFalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/falls/{id}/investigate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Flag a fall for investigation */
        post: operations["investigateFall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import people, rooms, assignments, devices and teams from CSV files
         * @description Each file is known by its columns; a line about a person may also have their device, team and caregivers. A column that is not recognised can be assigned to a field with `columns`. All lines are imported in one transaction, or none: with `dryRun`, if a line has an error, and as long as a question of `questions` is open, which `dates` answers. The answer is 201 if something was created, else 200, and `applied` says whether the lines were imported. A line about somebody who exists changes the details that it gives.
         */
        post: operations["importFiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the audit entries */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/maintenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a maintenance task
         * @description Only one task runs at a time; while it does, another one is refused with 409.
         */
        post: operations["runMaintenance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/patients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a patient, who is assigned to nobody yet, and invite them if they have an e-mail address */
        post: operations["invitePatientAsAdmin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/patients/{id}/representative": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Record who decides for a patient */
        put: operations["recordRepresentative"];
        post?: never;
        /** Remove the representative of a patient */
        delete: operations["removeRepresentative"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/release-notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let messages leave a service that was held
         * @description A service on a restored or copied database sends no messages until then, as `held` in the health report says. What was due before is not sent: open incidents begin anew. 409 while messages are not held, or `NOTIFICATIONS=held` is set.
         */
        post: operations["releaseNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the month of all patients, or of those of a site or a ward
         * @description Falls from POTENTIAL on with their outcomes, response times of falls and calls for help, false alarms, and the share of hours in which devices have sent. The month begins and ends in the time zone of the installation. At most 1,000 patients.
         */
        get: operations["getHomeReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/rotas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the week of all teams
         * @description With the times for which a rota has no shift. A shift without caregivers has nobody in it: nobody is on duty then.
         */
        get: operations["getRotas"];
        /** Replace the rotas of several teams, all of them or none */
        put: operations["updateRotas"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what has been set up since the first start */
        get: operations["getSetup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/stations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the stations, by name */
        get: operations["listStations"];
        put?: never;
        /** Create a station for a ward, with a one-time code to sign in */
        post: operations["createStation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/stations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a station; its session ends at once */
        delete: operations["deleteStation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/stations/{id}/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new one-time code for a station
         * @description It replaces an earlier code. A tablet that is signed in stays so until the code is used.
         */
        post: operations["createStationCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the system statistics */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the teams, by name */
        get: operations["listTeams"];
        put?: never;
        /** Create a team of caregivers for a ward or for chosen patients */
        post: operations["createTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/teams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a team with its members and patients */
        get: operations["getTeam"];
        /**
         * Change the name or the ward of a team
         * @description With another ward, the members are assigned to its patients, and no longer to those of the old one. If patients would have no caregivers any more, it is refused with 409 unless the query says that it is meant.
         */
        put: operations["updateTeam"];
        post?: never;
        /** Delete a team; the assignments that it gave end */
        delete: operations["deleteTeam"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/teams/{id}/members/{caregiverId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a caregiver to a team, who is assigned to its patients at once */
        post: operations["addTeamMember"];
        /**
         * Remove a caregiver from a team
         * @description Their assignments to its patients end, except those that were made by hand or that another team gives as well.
         */
        delete: operations["removeTeamMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/teams/{id}/patients/{patientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Choose a patient for a team, wherever they live */
        post: operations["addTeamPatient"];
        /** Remove a patient who was chosen for a team */
        delete: operations["removeTeamPatient"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/teams/{id}/rota": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the weekly rota of a team */
        get: operations["getRota"];
        /**
         * Replace the weekly rota of a team
         * @description For the patients whom a caregiver has through a team with a rota, the rota decides whether they are on duty, and not their own hours.
         */
        put: operations["updateRota"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/time-zone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the time zone of the installation */
        get: operations["getTimeZone"];
        /**
         * Set the time zone of the installation
         * @description Rotas, duty hours, the night, months of reports and the time of backups follow it, in all processes within a second. It applies before the setting TIME_ZONE.
         */
        put: operations["updateTimeZone"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all accounts */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an account */
        get: operations["getUser"];
        /**
         * Update an account
         * @description Deactivating an account ends its sessions. Changing the e-mail address voids an open invitation or password reset.
         */
        put: operations["updateUser"];
        post?: never;
        /** Delete an account and all of its data permanently */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/device-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a key with which the devices of somebody else can send readings */
        post: operations["createDeviceKeyForUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite somebody who has no password yet
         * @description An earlier invitation is void. A person without an e-mail address gets the given one, or the sign-in name. What an account has is changed with PUT /admin/users/{id}. If the service sends mail, the invitation is sent to the address.
         */
        post: operations["renewInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a one-time link with which somebody chooses a new password
         * @description Works without mail: hand the link over yourself. It is valid for 24 hours and replaces an earlier one. For an account that has no password yet, it is a new invitation, which is valid for seven days.
         */
        post: operations["createPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the role of an account
         * @description The account must have a password. Its assignments end.
         */
        post: operations["changeUserRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the open sessions of an account, and its pages that can call for help */
        get: operations["listSessionsOfUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a session of an account, or a page that can call for help */
        delete: operations["endSessionOfUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/vocabulary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the words of the console */
        get: operations["getVocabulary"];
        /**
         * Choose the words of the console: those of a home or of a family
         * @description Only the texts of the console change. `GET /me`, `GET /station` and `GET /shared/patient` answer them in the header `X-Vocabulary`; a page that is open changes when it is loaded again.
         */
        put: operations["updateVocabulary"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/wards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the wards in which somebody lives, or which a team looks after */
        get: operations["listWards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the webhooks of the installation */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Messages are signed as the Standard Webhooks specification says. The secret is part of this answer only.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a webhook */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook
         * @description For a day, messages are signed with the previous secret, too.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message to a webhook
         * @description Answers when the receiver has accepted or refused the message, within five seconds.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/accept-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an invitation: choose a password and log in */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link to choose a new password
         * @description The answer is the same whether or not there is such an account. An active account with a password gets a mail with a link that works once, within an hour; at most three an hour.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log in */
        post: operations["logIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the current session, and what lets a page of yours in this browser call for help */
        post: operations["logOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Choose a new password with the token of a link, end all sessions and log in */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account
         * @description The setting SIGNUP can close it, or leave it open to patients only: 403.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/station": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in a tablet as a station, with the code that an admin made
         * @description The session lives until the station is deleted. An earlier tablet of the station is signed out.
         */
        post: operations["signInStation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/caregivers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all caregivers */
        get: operations["listCaregivers"];
        put?: never;
        /**
         * Invite a caregiver
         * @description With an e-mail address, or with a sign-in name. If the service sends mail, the invitation is sent to the address.
         */
        post: operations["inviteCaregiver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/caregivers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a caregiver */
        get: operations["getCaregiver"];
        /** Update a caregiver */
        put: operations["updateCaregiver"];
        post?: never;
        /** Delete a caregiver and all of their data permanently */
        delete: operations["deleteCaregiver"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/caregivers/{id}/patients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the patients of a caregiver */
        get: operations["listAssignedPatients"];
        put?: never;
        /** Assign a patient to a caregiver */
        post: operations["assignPatient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/caregivers/{id}/patients/{patientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set how early a caregiver is notified of the incidents of a patient, and what they are to the patient */
        put: operations["updateAssignment"];
        post?: never;
        /**
         * Remove the assignment of a patient to a caregiver
         * @description Refused with 409 if a team gives the assignment: change the team instead.
         */
        delete: operations["unassignPatient"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/caregivers/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your alerts about patients who are assigned to you
         * @description By default the active alerts, which are not acknowledged yet and whose incident nobody else handles: the most severe first, then those that have waited longest. The alerts of one incident are one entry, the newest of the most severe, and `repeats` is the number of further alerts that it represents. The other values of `status` list every alert, newest first; `sort` and `order` apply only to them. `handled` lists alerts that somebody else has answered.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/caregivers/alerts/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge an alert
         * @description Acknowledges the incident, so that nobody else is told any more; 409 if somebody else handles it or has ended it. Acknowledges all alerts that the entry represents: the active alerts about the same patient that were listed before and are neither more severe, nor as severe and newer. Alerts that have arrived since stay active. Acknowledging an alert again changes nothing.
         */
        post: operations["acknowledgeAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/caregivers/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your caregiver profile */
        get: operations["getOwnCaregiverProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/caregivers/me/duty": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get whether you are on duty */
        get: operations["getOwnDuty"];
        /**
         * Go on or off duty
         * @description Somebody off duty is notified only at the steps that notify every assigned caregiver. Without `hours` the hours stay as they are.
         */
        put: operations["updateOwnDuty"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/caregivers/me/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get whether you have a PIN for stations */
        get: operations["getOwnPin"];
        /**
         * Set the PIN with which you act at stations
         * @description Five wrong PINs at a station lock yours there for 15 minutes.
         */
        put: operations["updateOwnPin"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/device/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a device */
        get: operations["getDevice"];
        /** Rename a device */
        put: operations["updateDevice"];
        post?: never;
        /** Delete a device, its readings and its logs */
        delete: operations["deleteDevice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/device/{id}/detection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the placement of a device */
        get: operations["getDeviceDetection"];
        /**
         * Set the placement of a device
         * @description For the owner of the device. The placement overrides the one that the device reports; `unknown` removes the override. The response contains the placement in effect.
         */
        put: operations["updateDeviceDetection"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/device/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what a device said, newest first, with what came of it */
        get: operations["listDeviceEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/device/{id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the log entries of a device, newest first */
        get: operations["listDeviceLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/device/{id}/readings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the readings of a device, newest first
         * @description The time range includes `from` and excludes `to`. Pass `pagination.next` as `to` to get the next page.
         */
        get: operations["listDeviceReadings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/device/{id}/replacement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a lost or broken device
         * @description The device is disabled, and the keys that were made for it are revoked; all keys of its owner if they have no other device. The new one takes over its name and placement. Readings and falls stay with the person. For the owner, assigned caregivers and admins.
         */
        post: operations["replaceDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/device/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the status of a device */
        get: operations["getDeviceStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/device/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that something happened; the first event registers the device
         * @description For whatever does not measure motion: buttons, bed mats, doors, radar, pendants. The response comes once the event and all that comes of it are stored. Events are never refused for their pace: of a device that says too much, what it says again is counted.
         */
        post: operations["sendDeviceEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/device/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your device keys */
        get: operations["listDeviceKeys"];
        put?: never;
        /** Create a key with which your devices can send readings */
        post: operations["createDeviceKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/device/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a device key */
        delete: operations["revokeDeviceKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/device/sensor-stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a reading; the first one registers the device */
        post: operations["sendReading"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/device/sensor-stream/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send readings that were collected while offline
         * @description Each reading has a `client_timestamp`, which is at most 7 days old. A reading that is sent again is not stored again.
         */
        post: operations["sendReadingBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Receive changes as they happen, as server-sent events
         * @description The types are `incident.opened`, `incident.changed`, `device.changed` and `message.received`; the data are what the endpoint of the incident, device or message shows. `messages.read` says how many messages you have not read (`unread`, at most 100; also with a message), `contacts.changed` says whether a message can reach you (`reachable`), and `notes.changed` that notes about the patient with this id were added or deleted; `patient.changed` says that the patient with this id has moved, or has paused or resumed sharing of vital signs, and `shares.changed` that your links for people outside have changed; `handover.added` brings a handover note of your team. Once a minute, caregivers and admins get `patients.seen`, without an id: how their patients are doing, as `GET /patients/overview` shows it. A stream begins with `ready`, `reachable` and `unread`, or continues after `Last-Event-ID`; if that is too old, it begins with `reset`, and lists must be read again. A comment has the time of the service, at the beginning and every 15 seconds. While the service holds all messages, the response has the header `Fallwatch-Held: true`.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/falls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your falls, newest first */
        get: operations["listFalls"];
        put?: never;
        /** Report a fall of your own and alert your caregivers */
        post: operations["reportFall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/falls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a fall, with its sensor data, evidence and alerts */
        get: operations["getFall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/falls/{id}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what was documented of a fall, with all versions */
        get: operations["getFallRecord"];
        /**
         * Document a fall, detected or reported, or change its record
         * @description The record is replaced as a whole. Earlier versions stay, with who wrote them. A relative changes what others have written only if they count as a helper, or an admin allows it: 403.
         */
        put: operations["updateFallRecord"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/falls/{id}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the motion around a fall, for charts
         * @description The readings from 10 seconds before the impact to 20 seconds after it, as many as the device has sent. They are kept as long as the fall from level `POTENTIAL` on, otherwise as long as other readings.
         */
        get: operations["getFallTrace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/falls/recent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the falls of all patients in the last hours
         * @description Of patients who are not assigned to the caregiver, only the time, confidence and level of a fall are included.
         */
        get: operations["listRecentFalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fhir/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what is offered as FHIR R4, as a CapabilityStatement */
        get: operations["getFhirMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fhir/Patient/{id}/$everything": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a patient, their devices, falls and vital signs as a FHIR R4 Bundle
         * @description Falls are from POTENTIAL on. Vital signs are of the last 90 days, by the hour: mean, least and greatest value. The link `next` leads to the next page. Errors are an OperationOutcome. Other parameters of the standard operation are refused.
         */
        get: operations["getPatientEverything"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the health report of the service */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/help-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of your calls for help, and whom to phone
         * @description Accepts the cookie `help` of `POST /help-page` where nobody is signed in, and extends it while it is used.
         */
        get: operations["getHelpPage"];
        put?: never;
        /**
         * Let this browser call for help for you, also when your sign-in has ended
         * @description Sets the cookie `help`, HttpOnly and SameSite=Strict, for a year. With the header X-Requested-With it can only call for help, say “I’m fine” and read the state of the call.
         */
        post: operations["allowHelpPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List incidents that somebody has to answer
         * @description Your own, those of the patients who are assigned to you, or for an admin all: the unresolved ones, unless `state` asks for others. Unresolved ones are listed by urgency: those that nobody has answered first, then the most severe, then the longest wait. Lists with ended ones begin with the newest.
         */
        get: operations["listIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an incident, with its timeline, deliveries and next step */
        get: operations["getIncident"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that you are on it
         * @description Nobody else is told any more, and whoever was told is told that you handle it. 409 if somebody else does, or if it has ended. Repeated, it keeps the first time. With `takeOver` you handle it instead of whoever does. If they have asked for a second person, you join them. A relative who does not count as a helper is added to `attending`, and everything else stays as it is: staff are told all the same.
         */
        post: operations["acknowledgeIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/assistance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a second person, while you handle an incident
         * @description The next people of the escalation policy are told at once, and the incident stays acknowledged. Whoever acknowledges it then joins you in `attending`. Repeated after ten seconds, the people of the next step are told.
         */
        post: operations["requestAssistance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/help": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that you need help, as the patient
         * @description Ends the check: caregivers are told at once. Repeated after a minute, the next step of the escalation is taken at once, or whoever is on it is told; if that was more than ten minutes ago, the incident opens again.
         */
        post: operations["askForHelp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a note to the timeline
         * @description 409 if you have made 200 entries in it within a day, or people 1000 in all.
         */
        post: operations["addIncidentNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/ok": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that you are fine, as the patient
         * @description Within the check it cancels the incident. After it, everybody sees it, and a caregiver confirms.
         */
        post: operations["sayFine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/outcome": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Correct the outcome of a resolved incident
         * @description The first outcome stays in the timeline; statistics count the new one. Without `injuries`, what was written of them stays. 409 if the incident is not resolved, or resolved itself.
         */
        put: operations["correctIncidentOutcome"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that you cannot go, so that others are told again
         * @description Within ten seconds of the acknowledgement, the timeline says that it was undone. A relative who goes there beside who handles it takes back that they do.
         */
        post: operations["releaseIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End an incident with its outcome, for good
         * @description A relative who does not count as a helper cannot: 403.
         */
        post: operations["resolveIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what happened in an incident, the newest first */
        get: operations["listIncidentTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that you are on it, by the link in a message
         * @description Instead of a session, the token of the link proves who you are. It is valid for a day, for one incident, and until somebody has acknowledged.
         */
        post: operations["acknowledgeByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/acknowledge/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read whom the link in a message is about, and what its button does; it changes nothing
         * @description The name and the place are null unless the contact that got the message shows details, and its owner may read the record at this moment.
         */
        post: operations["previewAcknowledgement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the signed-in account */
        get: operations["getCurrentUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the messages that you sent or received, newest first */
        get: operations["listMessages"];
        put?: never;
        /** Send a message */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a message */
        get: operations["getMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark a received message as read */
        post: operations["markMessageRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/recipients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get whether a user can read messages, before you write one */
        get: operations["getMessageRecipient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifications/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the channels by which messages are sent, and which of them are set up here */
        get: operations["listChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifications/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the ways to reach you */
        get: operations["listContacts"];
        put?: never;
        /**
         * Add a way to reach you
         * @description A browser or phone that takes web push, an e-mail address, or an ntfy topic. An e-mail address is confirmed by a code that is sent to it. For an address that you have added before, the answer is 200: the keys of a push subscription are renewed, and an address that is not confirmed yet gets another code.
         */
        post: operations["addContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifications/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a way to reach you */
        delete: operations["removeContact"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifications/contacts/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an e-mail address by the code that was sent to it
         * @description A code is valid for 15 minutes and five attempts.
         */
        post: operations["confirmContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifications/contacts/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message to a contact
         * @description Answers when the receiver has accepted or refused the message, within five seconds.
         */
        post: operations["testContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifications/push-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the public key with which a browser subscribes to web push */
        get: operations["getPushKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the patients who are assigned to you, or all patients as an admin */
        get: operations["listPatients"];
        put?: never;
        /** Add a patient, who is assigned to you at once, and invite them if they have an e-mail address */
        post: operations["invitePatient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a patient, with caregivers and devices */
        get: operations["getPatient"];
        /** Update a patient */
        put: operations["updatePatient"];
        post?: never;
        /** Delete a patient and all of their data permanently */
        delete: operations["deletePatient"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get who sees the data of a patient, since when and why */
        get: operations["getPatientAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/detection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the sensitivity of fall detection for a patient */
        get: operations["getPatientDetection"];
        /**
         * Set the sensitivity of fall detection for a patient
         * @description The change takes effect with the next reading of each of the patient’s devices. It is recorded in the audit log.
         */
        put: operations["updatePatientDetection"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the devices of a patient, newest first */
        get: operations["listPatientDevices"];
        put?: never;
        /** Register a device for a patient, with a key for it */
        post: operations["registerPatientDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/escalation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the escalation policies that apply to a patient, and the order of their caregivers
         * @description Admins and members of teams are named to admins and to members of the same team; to others they are `Admin` and `Staff`, without an id.
         */
        get: operations["getPatientEscalation"];
        /**
         * Set the escalation policy of a severity for one patient, or return to that of the installation
         * @description The change takes effect with the next incident.
         */
        put: operations["updatePatientEscalation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/escalation/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview who would be notified of an incident, by what and when
         * @description Assumes that nobody acknowledges the incident. Nothing is sent. Admins and members of teams are named to admins and to members of the same team; to others they are `Admin` and `Staff`, without an id.
         */
        get: operations["previewEscalation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/falls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the falls of a patient, newest first */
        get: operations["listPatientFalls"];
        put?: never;
        /**
         * Report a fall of a patient that you saw or found, with its record
         * @description Opens an incident that you have acknowledged already, or joins the one that is not resolved yet. Nobody is sent a message; everybody who looks after the patient sees it. If a relative reports it who does not count as a helper, staff are told. The same report, sent again, is recorded once.
         */
        post: operations["reportPatientFall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/falls/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the falls of a patient by hour of the day and by week
         * @description Falls from POTENTIAL on. What turned out to be a near fall, a false alarm or a test, by the outcome of its incident, is counted apart. Hours and weeks are those of the time zone of the installation.
         */
        get: operations["getPatientFallStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the health summary of a patient */
        get: operations["getPatientHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a patient who cannot sign in yet
         * @description For a patient whose invitation has expired or was lost: an earlier one is void. An admin also invites a patient without an e-mail address, who gets the given one or a sign-in name, and gets the token to hand it over. The invitation of a caregiver is mailed to the address of the patient, and 409 if the service sends no e-mail: whoever holds the token can sign in as the patient. A patient without an address, or with a recorded representative, is invited by admins only: 403.
         */
        post: operations["renewPatientInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/monitoring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what is monitored of a patient */
        get: operations["getPatientMonitoring"];
        /**
         * Set what is monitored of a patient
         * @description Fields that are left out keep their values. The change takes effect with the next reading of each of the patient’s devices. It is recorded in the audit log. An alarm that is switched off is cleared. Of a patient without an e-mail address, only an admin switches alarms off: 403.
         */
        put: operations["updatePatientMonitoring"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the notes about a patient, newest first */
        get: operations["listPatientNotes"];
        put?: never;
        /**
         * Add a note about a patient, for the others who take care of them
         * @description Patients do not see the notes here, but in the export of their data.
         */
        post: operations["addPatientNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/notes/{noteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a note about a patient, as its author or an admin */
        delete: operations["deletePatientNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/relatives": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read who is a relative of a patient, whether they count as helpers, and what they may change */
        get: operations["getPatientRelatives"];
        /** Decide whether the relatives of a patient count as helpers, and what they may change */
        put: operations["updatePatientRelatives"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the month of a patient: falls, response times, false alarms and uptime
         * @description Falls from POTENTIAL on with their outcomes, response times of falls and calls for help, false alarms, and the share of hours in which devices have sent. The month begins and ends in the time zone of the installation.
         */
        get: operations["getPatientReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/residence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read where a patient lives: site, ward and room */
        get: operations["getPatientResidence"];
        /**
         * Change where a patient lives
         * @description Messages and alerts that name the patient say the place as well. A number or a code of up to four characters, such as `12` or `B`, is shown as `Room 12` and `Ward B`. If no caregiver would be left, because no team looks after the new ward, it is refused with 409 unless the query says that it is meant. If the patient has an open incident, or the move would leave them to people none of whom can be reached, it is refused with 409 `MOVE_NEEDS_CONFIRMATION`, which names those who would no longer be told, unless the query has `confirm=true`. Relatives move nobody unless an admin allows it: 403. A ward that a team looks after, or that has a station, takes people only by a member of its team or an admin: 403.
         */
        put: operations["updatePatientResidence"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the links to the record of a patient, newest first */
        get: operations["listPatientShares"];
        put?: never;
        /**
         * Make a link with which somebody outside reads the record for some days
         * @description The reader needs the link and the code, and sees the name, falls, vital signs and reports. Five wrong codes lock the link. An admin needs a recorded representative, else 409.
         */
        post: operations["createPatientShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/shares/{shareId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a link, which ends what was opened with it */
        delete: operations["revokePatientShare"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/sharing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get whether a patient shares vital signs */
        get: operations["getPatientSharing"];
        /**
         * Pause or resume sharing of vital signs
         * @description While it is paused, nobody but the patient sees vital signs, nor a score that is made of them. Falls, calls for help and alarms go on, also those of vital signs, without figures. An admin needs a recorded representative, else 409.
         */
        put: operations["updatePatientSharing"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/vitals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get heart rate, oxygen saturation and battery level over time, for charts
         * @description The default is the last 24 hours; `from` and `to` select another time range of at most 31 days. `bucket` is the length of each time span, such as `5m` or `1h`.
         */
        get: operations["getPatientVitals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/{id}/vitals/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get heart rate and oxygen saturation of up to 90 days, thinned for a chart
         * @description The default is the last 24 hours. Each point stands for `bucketSeconds`, of which it has the least, the greatest and the mean value; where nothing was measured there is no point. `from` is moved back to where its point begins.
         */
        get: operations["getPatientVitalSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your patient profile, with caregivers and devices */
        get: operations["getOwnPatientProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patients/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how your patients are doing, or all as an admin, in one line each
         * @description At most 500 patients, by site, ward and room where they are known, then by name. The event `patients.seen` of `GET /events` brings the same once a minute.
         */
        get: operations["getPatientsOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profile/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your profile */
        get: operations["getProfile"];
        /** Update your profile */
        put: operations["updateProfile"];
        post?: never;
        /** Delete your account and all of its data permanently */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profile/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download everything that is stored about you, as a ZIP archive
         * @description The archive has `profile.json`, `devices.json`, `readings.csv`, `samples.ndjson` (the raw motion of readings, one on each line), `deviceEvents.json`, `falls.json`, `incidents.json`, `pastIncidents.json`, `notes.json`, `alerts.json`, `teams.json`, `handovers.json`, `messages.json`, `contacts.json`, `deliveries.json`, `assignments.json`, `shares.json`, `sessions.json` and `audit.json`. While an export is running, another one of the same person is refused with 409.
         */
        get: operations["exportProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profile/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change your password and end all other sessions */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profile/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your open sessions, and the pages that can call for help for you */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profile/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one of your sessions, or a page that can call for help for you */
        delete: operations["endOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a link to the record of a patient with its code, for half an hour
         * @description A wrong code, and a link that was invented, has expired, was revoked or is locked, all get the same 401.
         */
        post: operations["openSharedRecord"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared/falls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the falls of the last 90 days in an opened record, newest first */
        get: operations["listSharedFalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared/patient": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get whose record was opened, and until when it can be */
        get: operations["getSharedRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the report of a month in an opened record */
        get: operations["getSharedReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared/vitals/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get heart rate and oxygen saturation in an opened record, thinned for a chart */
        get: operations["getSharedVitalSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shift-summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what happened in the last shift, and the notes of your teams */
        get: operations["getShiftSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for help: your caregivers are told at once
         * @description Answers 201 with a new incident, or 200 with the one that is not resolved yet. Give each call a `callId` to send it again until there is an answer.
         */
        post: operations["sendSos"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sos/{callId}/ok": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that you are fine, after a call for help that had no answer yet
         * @description If the call has arrived, its incident says that you are fine, and a caregiver confirms. If it has not, it can no longer arrive.
         */
        post: operations["callOff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/station": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the station itself, and who can act there with a PIN */
        get: operations["getOwnStation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/station/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Receive the incidents of the ward as they change, as server-sent events */
        get: operations["streamStationEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/station/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the unresolved incidents of the ward */
        get: operations["listStationIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/station/incidents/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that somebody is on it, in the name of a caregiver or of the station
         * @description With `caregiverId` and `pin` it is the act of the caregiver, who must look after the patient; without, of the station. A caregiver can take over what a station has acknowledged, and with `takeOver` from a colleague; if that one has asked for a second person, they join.
         */
        post: operations["acknowledgeAtStation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/station/incidents/{id}/assistance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a second person, in the name of the caregiver who handles the incident
         * @description For an incident that the station handles, any caregiver of the ward can ask.
         */
        post: operations["requestAssistanceAtStation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/station/incidents/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End an incident with its outcome, in the name of a caregiver */
        post: operations["resolveAtStation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/station/incidents/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back an acknowledgement that was a mistake, so that others are told again
         * @description Within ten seconds, and at the station where it was made.
         */
        post: operations["undoAtStation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/station/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** See how the patients of the ward are doing */
        get: operations["getStationOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/station/patients/{id}/falls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report a fall of a patient of the ward, in the name of a caregiver */
        post: operations["reportFallAtStation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your teams with their members */
        get: operations["listOwnTeams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{id}/handovers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the handover notes of a team, newest first */
        get: operations["listHandovers"];
        put?: never;
        /**
         * Write a handover note for those who work after you
         * @description It is recorded with the shift of the rota that is on. Members of the team and admins see it.
         */
        post: operations["addHandover"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{id}/rota": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the weekly rota of your team */
        get: operations["getTeamRota"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcknowledgementPreview: {
            /** @description What the button does; null if nothing is left to do: somebody is on it, or it has ended */
            effect: ("HANDLING" | "ATTENDING" | "JOINING") | null;
            handledBy: string | null;
            /** @enum {string} */
            kind: "FALL" | "SOS" | "VITALS" | "DEVICE_SILENT" | "LOW_BATTERY" | "BED_EXIT" | "WANDERING" | "INACTIVITY" | "STAFF_ASSIST" | "DEVICE_FAULT";
            /** Format: date-time */
            openedAt: string;
            patientName: string | null;
            /** @example Room 12, Ward B */
            place: string | null;
            /** @enum {string} */
            state: "CHECKING" | "OPEN" | "ACKNOWLEDGED" | "RESOLVED" | "CANCELLED";
        };
        ActingPerson: {
            /** Format: uuid */
            id: string;
            /** @description Null for the patient, admins, stations and those who are not assigned */
            kind: ("STAFF" | "RELATIVE") | null;
            name: string | null;
            /** @example Daughter */
            relationship: string | null;
        };
        AdminDevice: {
            batteryLevel: number | null;
            /** Format: date-time */
            createdAt: string;
            /** @description How often it is heard of, as set or as learned; null if neither is known */
            expectedEverySeconds: number | null;
            /** @description What the device calls itself, as it was written */
            externalId: string;
            firmwareVersion: string | null;
            /** Format: uuid */
            id: string;
            /** @description Whether the alarm of a low battery is raised, by the limits of the owner */
            isBatteryLow: boolean;
            /** @enum {string} */
            kind: "WEARABLE" | "BUTTON" | "PENDANT" | "RADAR" | "BED" | "DOOR" | "MOTION" | "PHONE" | "OTHER";
            lastSeen: string | null;
            /** @description The MAC address, or the `externalId` of a device without one */
            macAddress: string;
            name: string;
            ownerEmail: string | null;
            /** @description Null of a shared device */
            ownerName: string | null;
            place: components["schemas"]["DevicePlace"];
            /** @description Where the owner lives; null if nobody has entered it */
            residence: {
                room: string | null;
                site: string | null;
                ward: string | null;
            } | null;
            /** @enum {string} */
            status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
            /** @description The teams that look after the owner */
            teams: string[];
            /** Format: date-time */
            updatedAt: string;
            /** @description Null of a shared device, which has a `place` */
            userId: string | null;
        };
        AdminFall: {
            confidence: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            investigation: {
                flagged: boolean;
                flaggedAt: string | null;
                flaggedBy: string | null;
                note: string | null;
            };
            location: string | null;
            patientName: string;
            responded: boolean;
            /** @description Seconds from the fall to the first acknowledgement; null if nobody has answered, or if somebody reported it who was there */
            responseTime: number | null;
            severity: ("LOW" | "MEDIUM" | "HIGH" | "CRITICAL") | null;
            /**
             * @description Whether a device detected the fall, or a person reported it
             * @enum {string}
             */
            source: "DETECTED" | "REPORTED" | "DEVICE_VERDICT";
            /** @enum {string} */
            status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
            /** Format: uuid */
            userId: string;
        };
        Assessment: {
            /** Format: uuid */
            deviceId: string;
            fallConfidence: number;
            fallDetected: boolean;
            healthScore: number;
            /** Format: date-time */
            nextAllowedRequest: string;
            /** Format: date-time */
            timestamp: string;
        };
        AssignedPatient: {
            devices: number;
            email: string | null;
            healthScore: number;
            /** Format: uuid */
            id: string;
            /**
             * @description With `priorities=true`
             * @enum {string}
             */
            kind?: "STAFF" | "RELATIVE";
            lastActive: string | null;
            name: string;
            /**
             * @description With `priorities=true`
             * @example 1
             */
            priority?: number;
            /** @description Falls of the last 30 days, from level POTENTIAL on */
            recentFalls: number;
            /** @description With `priorities=true` */
            relationship?: string | null;
        };
        Assignment: {
            /** Format: uuid */
            caregiverId: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            patientId: string;
            relationship: string | null;
        };
        Attendant: {
            /**
             * Format: date-time
             * @description When they said that they go
             */
            at: string;
            etaMinutes: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "STAFF" | "RELATIVE";
            name: string | null;
            /** @example Daughter */
            relationship: string | null;
        };
        AuditLine: {
            action: string;
            actorId: string | null;
            /** @description With `names=true`; null if it is no person, or the account was deleted */
            actorName?: string | null;
            /** Format: uuid */
            id: string;
            ip: string | null;
            /** @enum {string} */
            level: "ERROR" | "WARNING" | "INFO";
            /** @description With `names=true`: the records whose ids are in `actorId`, `subjectId` or `message`. One that is missing was deleted */
            mentions?: components["schemas"]["AuditMention"][];
            message: string;
            requestId: string | null;
            subjectId: string | null;
            /** @description With `names=true`; null if it is no person, or the account was deleted */
            subjectName?: string | null;
            /** Format: date-time */
            timestamp: string;
        };
        AuditMention: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "PERSON" | "TEAM" | "DEVICE" | "STATION" | "INCIDENT" | "FALL" | "CONTACT" | "WEBHOOK" | "DELIVERY" | "DEVICE_KEY" | "SHARE" | "NOTE" | "ALERT" | "MESSAGE";
            /** @description Of an incident or a fall, the name of the patient */
            name: string | null;
        };
        Backups: {
            /** @description The age of the last good backup */
            ageSeconds: number | null;
            backups: {
                bytes: number;
                /** Format: date-time */
                finishedAt: string;
                /** Format: date-time */
                startedAt: string;
                version: string;
            }[];
            /** @description Whether BACKUP_DIR is set */
            enabled: boolean;
            /** @description Whether the last good backup is more than 36 hours old, there is none and the last attempt failed, or BACKUP_DIR cannot be written */
            overdue: boolean;
        };
        BatchResult: {
            /** Format: uuid */
            deviceId: string;
            /** @description How many readings were already stored */
            duplicates: number;
            fallDetected: boolean;
            /** Format: date-time */
            nextAllowedRequest: string;
            /** @description How many readings were new */
            stored: number;
        };
        Caregiver: {
            /** @description How many entries the list of active alerts has */
            activeAlerts: number;
            /** @description Null for somebody without an e-mail address: a patient, or staff with a sign-in name */
            email: string | null;
            firstName: string;
            /** Format: uuid */
            id: string;
            lastName: string;
            organization: string | null;
            /** @description How many patients are assigned to the caregiver */
            patients: number;
            phone: string | null;
            /** @constant */
            role: "CAREGIVER";
            specialization: string | null;
        };
        CaregiverAlert: {
            acknowledged: boolean;
            acknowledgedAt: string | null;
            /** @description Null for an alert of another type */
            fallId: string | null;
            /** @description Who handles or has ended the incident */
            handledBy: components["schemas"]["Person"] | null;
            /** Format: uuid */
            id: string;
            incidentId: string | null;
            /** @description What happened, what indicates it and what to do, in a few sentences */
            message: string;
            /** Format: uuid */
            patientId: string;
            patientName: string;
            /** @description How many further alerts about the patient this one represents in the list of active alerts; otherwise 0 */
            repeats: number;
            /** @enum {string} */
            severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
            /** Format: date-time */
            timestamp: string;
            /** @enum {string} */
            type: "FALL_DETECTED" | "SOS" | "VITAL_SIGNS" | "DEVICE_SILENT" | "LOW_BATTERY" | "BED_EXIT" | "WANDERING" | "INACTIVITY" | "STAFF_ASSIST" | "DEVICE_FAULT";
        };
        Channel: {
            /** @description What a contact is: this browser, an e-mail address or a URL; null if it is not personal */
            addressKind: ("browser" | "email" | "url") | null;
            /** @description This installation can send by it */
            configured: boolean;
            /** @enum {string} */
            name: "push" | "ntfy" | "mail" | "webhook";
            /** @description People add contacts; otherwise it belongs to the installation */
            personal: boolean;
            /** @description The first step of an alarm uses it, because it sounds on a phone */
            wakes: boolean;
        };
        Contact: {
            /** @enum {string} */
            channel: "push" | "ntfy" | "mail";
            /** @description Messages are sent only to confirmed contacts */
            confirmed: boolean;
            /** Format: date-time */
            createdAt: string;
            /** @description Since when the contact cannot be reached any more */
            endedAt: string | null;
            endReason: string | null;
            /** Format: uuid */
            id: string;
            /**
             * @description What is shown of the address
             * @example r…@example.org
             */
            label: string;
            /** @description When a message was last accepted */
            lastSentAt: string | null;
            showDetails: boolean;
        };
        Delivery: {
            attempts: number;
            /** @enum {string} */
            channel: "push" | "ntfy" | "mail" | "webhook";
            /** @description What is shown of the address */
            contact: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Why the last attempt failed */
            error: string | null;
            /** @description The same as data; null of an error that has only a text */
            failure: {
                /** @enum {string} */
                code: "RESPONSE" | "REDIRECT" | "NO_RESPONSE" | "TIMEOUT" | "NO_MAIL" | "MAIL_TIMEOUT" | "TOO_MANY_MAILS" | "TOO_MANY_WAITING" | "UNKNOWN_CHANNEL" | "HELD" | "STOPPING";
                details?: {
                    [key: string]: number;
                };
            } | null;
            /** Format: uuid */
            id: string;
            incidentId: string | null;
            person: {
                /** Format: uuid */
                id: string;
                name: string;
            } | null;
            /** @enum {string} */
            purpose: "alert" | "closing" | "test" | "note" | "update" | "assistance";
            /** @description When the receiver accepted it */
            sentAt: string | null;
            /** @enum {string} */
            state: "PENDING" | "SENDING" | "SENT" | "FAILED" | "CANCELLED";
            /** @description The step of the escalation, from 1; null for a test or a note */
            step: number | null;
        };
        Detection: {
            /** @description At most 100 devices, those with the most false alarms first */
            byDevice: {
                /**
                 * @description The share that was acknowledged or resolved within 60 seconds; those that were cancelled, are being checked or were opened less than 60 seconds ago do not count
                 * @example 0.975
                 */
                answeredWithin60s: number | null;
                /**
                 * @description The same for 180 seconds
                 * @example 0.975
                 */
                answeredWithin180s: number | null;
                /** @description Cancelled by the patient */
                cancelled: number;
                /** Format: uuid */
                deviceId: string;
                /** @description Null if the device was deleted */
                deviceName: string | null;
                falseAlarms: number;
                incidents: number;
                /**
                 * @description From the opening to the first acknowledgement
                 * @example 41.5
                 */
                medianAcknowledgeSeconds: number | null;
                /**
                 * @description From the opening to the resolution
                 * @example 41.5
                 */
                medianResolveSeconds: number | null;
                nearFalls: number;
                /** @description Resolved as `HELP_GIVEN` or `OTHER` */
                other: number;
                /**
                 * @description Real falls as a share of real falls and false alarms; null if there are neither
                 * @example 0.975
                 */
                precision: number | null;
                /** @description Resolved as `REAL_FALL` */
                realFalls: number;
                tests: number;
                /** @description Without an outcome, for example because they are not resolved */
                unlabelled: number;
            }[];
            byLevel: {
                /**
                 * @description The share that was acknowledged or resolved within 60 seconds; those that were cancelled, are being checked or were opened less than 60 seconds ago do not count
                 * @example 0.975
                 */
                answeredWithin60s: number | null;
                /**
                 * @description The same for 180 seconds
                 * @example 0.975
                 */
                answeredWithin180s: number | null;
                /** @description Cancelled by the patient */
                cancelled: number;
                falseAlarms: number;
                incidents: number;
                /** @enum {string} */
                level: "POTENTIAL" | "HIGH" | "CONFIRMED";
                /**
                 * @description From the opening to the first acknowledgement
                 * @example 41.5
                 */
                medianAcknowledgeSeconds: number | null;
                /**
                 * @description From the opening to the resolution
                 * @example 41.5
                 */
                medianResolveSeconds: number | null;
                nearFalls: number;
                /** @description Resolved as `HELP_GIVEN` or `OTHER` */
                other: number;
                /**
                 * @description Real falls as a share of real falls and false alarms; null if there are neither
                 * @example 0.975
                 */
                precision: number | null;
                /** @description Resolved as `REAL_FALL` */
                realFalls: number;
                tests: number;
                /** @description Without an outcome, for example because they are not resolved */
                unlabelled: number;
            }[];
            bySource: {
                /**
                 * @description The share that was acknowledged or resolved within 60 seconds; those that were cancelled, are being checked or were opened less than 60 seconds ago do not count
                 * @example 0.975
                 */
                answeredWithin60s: number | null;
                /**
                 * @description The same for 180 seconds
                 * @example 0.975
                 */
                answeredWithin180s: number | null;
                /** @description Cancelled by the patient */
                cancelled: number;
                falseAlarms: number;
                incidents: number;
                /**
                 * @description From the opening to the first acknowledgement
                 * @example 41.5
                 */
                medianAcknowledgeSeconds: number | null;
                /**
                 * @description From the opening to the resolution
                 * @example 41.5
                 */
                medianResolveSeconds: number | null;
                nearFalls: number;
                /** @description Resolved as `HELP_GIVEN` or `OTHER` */
                other: number;
                /**
                 * @description Real falls as a share of real falls and false alarms; null if there are neither
                 * @example 0.975
                 */
                precision: number | null;
                /** @description Resolved as `REAL_FALL` */
                realFalls: number;
                /** @enum {string} */
                source: "DETECTED" | "REPORTED";
                tests: number;
                /** @description Without an outcome, for example because they are not resolved */
                unlabelled: number;
            }[];
            byWeek: {
                /**
                 * @description The share that was acknowledged or resolved within 60 seconds; those that were cancelled, are being checked or were opened less than 60 seconds ago do not count
                 * @example 0.975
                 */
                answeredWithin60s: number | null;
                /**
                 * @description The same for 180 seconds
                 * @example 0.975
                 */
                answeredWithin180s: number | null;
                /** @description Cancelled by the patient */
                cancelled: number;
                falseAlarms: number;
                incidents: number;
                /**
                 * @description From the opening to the first acknowledgement
                 * @example 41.5
                 */
                medianAcknowledgeSeconds: number | null;
                /**
                 * @description From the opening to the resolution
                 * @example 41.5
                 */
                medianResolveSeconds: number | null;
                nearFalls: number;
                /** @description Resolved as `HELP_GIVEN` or `OTHER` */
                other: number;
                /**
                 * @description Real falls as a share of real falls and false alarms; null if there are neither
                 * @example 0.975
                 */
                precision: number | null;
                /** @description Resolved as `REAL_FALL` */
                realFalls: number;
                tests: number;
                /** @description Without an outcome, for example because they are not resolved */
                unlabelled: number;
                /**
                 * Format: date
                 * @description The Monday on which it begins, in UTC
                 */
                week: string;
            }[];
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            total: {
                /**
                 * @description The share that was acknowledged or resolved within 60 seconds; those that were cancelled, are being checked or were opened less than 60 seconds ago do not count
                 * @example 0.975
                 */
                answeredWithin60s: number | null;
                /**
                 * @description The same for 180 seconds
                 * @example 0.975
                 */
                answeredWithin180s: number | null;
                /** @description Cancelled by the patient */
                cancelled: number;
                falseAlarms: number;
                incidents: number;
                /**
                 * @description From the opening to the first acknowledgement
                 * @example 41.5
                 */
                medianAcknowledgeSeconds: number | null;
                /**
                 * @description From the opening to the resolution
                 * @example 41.5
                 */
                medianResolveSeconds: number | null;
                nearFalls: number;
                /** @description Resolved as `HELP_GIVEN` or `OTHER` */
                other: number;
                /**
                 * @description Real falls as a share of real falls and false alarms; null if there are neither
                 * @example 0.975
                 */
                precision: number | null;
                /** @description Resolved as `REAL_FALL` */
                realFalls: number;
                tests: number;
                /** @description Without an outcome, for example because they are not resolved */
                unlabelled: number;
            };
        };
        Device: {
            batteryLevel: number | null;
            /** Format: date-time */
            createdAt: string;
            /** @description How often it is heard of, as set or as learned; null if neither is known */
            expectedEverySeconds: number | null;
            /** @description What the device calls itself, as it was written */
            externalId: string;
            firmwareVersion: string | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "WEARABLE" | "BUTTON" | "PENDANT" | "RADAR" | "BED" | "DOOR" | "MOTION" | "PHONE" | "OTHER";
            lastSeen: string | null;
            /** @description The MAC address, or the `externalId` of a device without one */
            macAddress: string;
            name: string;
            place: components["schemas"]["DevicePlace"];
            /** @enum {string} */
            status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
            /** Format: date-time */
            updatedAt: string;
            /** @description Null of a shared device, which has a `place` */
            userId: string | null;
        };
        DeviceDetection: {
            /**
             * @description Where the device is worn; `unknown` is treated as the wrist
             * @example wrist
             * @enum {string}
             */
            placement: "wrist" | "waist" | "pocket" | "unknown";
        };
        DeviceEvent: {
            /** @enum {string} */
            action: "OPENED" | "JOINED" | "RECORDED";
            /**
             * Format: date-time
             * @description When it happened, as the device says
             */
            at: string;
            batteryLevel: number | null;
            confidence: number | null;
            detail: string | null;
            /** @enum {string} */
            event: "sos" | "sos_cancelled" | "fall" | "fall_cleared" | "bed_exit" | "bed_return" | "door_opened" | "door_closed" | "no_motion" | "motion" | "assist" | "tamper" | "test" | "battery" | "alive";
            /** @description As the device gave it, or made by the service */
            eventId: string;
            incidentId: string | null;
            /** @description Received more than 15 minutes after it happened */
            late: boolean;
            /** Format: date-time */
            receivedAt: string;
            /** @description How often it was said again */
            repeats: number;
        };
        DeviceEventOutcome: {
            /**
             * @description `OPENED` an incident, `JOINED` an unresolved one, was `RECORDED`, or `REPEATED` one that is known
             * @enum {string}
             */
            action: "OPENED" | "JOINED" | "RECORDED" | "REPEATED";
            /** @description As the device gave it, or made by the service */
            eventId: string;
            incidentId: string | null;
        };
        DeviceKey: {
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            name: string;
        };
        DeviceLog: {
            /** Format: uuid */
            deviceId: string;
            id: string;
            message: string;
            /** Format: date-time */
            timestamp: string;
            /** @enum {string} */
            type: "INFO" | "WARNING" | "ERROR";
        };
        /** @description Of a shared device; null of one that belongs to somebody */
        DevicePlace: {
            room: string | null;
            site: string | null;
            ward: string | null;
        } | null;
        DeviceSetup: {
            /** @description The base URL of the API */
            address: string;
            /** @description A curl command that sends a first reading */
            command: string;
            /** @description The URI as a QR code, an SVG image */
            qrCode: string;
            /** @description `fallwatch:device?address=…&key=…&device_id=…` */
            uri: string;
        };
        DeviceStatus: {
            batteryLevel: number | null;
            bluetoothConnected: boolean | null;
            /** Format: uuid */
            deviceId: string;
            firmwareVersion: string | null;
            lastDataPoint: string | null;
            sensorsInitialized: boolean | null;
            signalStrength: number | null;
            /** @enum {string} */
            status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
            updateAvailable: boolean;
            /** @description The clock of the device in milliseconds, as submitted */
            uptime: number | null;
            wifiConnected: boolean | null;
        };
        /**
         * @description What went wrong: the text in English, and a code by which programs know it.
         * @example {
         *       "success": false,
         *       "error": "Resource not found",
         *       "code": "NOT_FOUND"
         *     }
         */
        Error: {
            /**
             * @description What went wrong, for programs. A code keeps its meaning; further codes may be added, so treat an unknown one by its status.
             * @example NOT_FOUND
             * @enum {string}
             */
            code: "BAD_REQUEST" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UNAVAILABLE" | "INVALID_FIELDS" | "INVALID_HTTP" | "INVALID_HOST" | "INVALID_URL" | "INVALID_UTF8" | "INVALID_JSON" | "INVALID_CBOR" | "CONTENT_LENGTH_MISMATCH" | "REQUEST_CUT_OFF" | "AUTHENTICATION_REQUIRED" | "HTTPS_REQUIRED" | "NOT_ACCEPTABLE" | "REQUEST_TIMEOUT" | "LENGTH_REQUIRED" | "FILE_CHANGED" | "BODY_TOO_LARGE" | "PAYLOAD_TOO_LARGE" | "NOT_JSON" | "INVALID_RANGE" | "EXPECTATION_FAILED" | "HEADERS_TOO_LARGE" | "RESET_LINK_INVALID" | "CURRENT_PASSWORD_INCORRECT" | "CREDENTIALS_INCORRECT" | "SIGN_IN_INACTIVE" | "SIGNUP_CLOSED" | "SIGNUP_PATIENTS_ONLY" | "INVITE_NEEDS_ADMIN" | "INVITE_HAS_REPRESENTATIVE" | "USER_NOT_FOUND" | "SESSION_NOT_FOUND" | "EMAIL_TAKEN" | "SIGN_IN_NAME_TAKEN" | "ACCOUNT_INACTIVE" | "ACCOUNT_WITHOUT_EMAIL" | "ACCOUNT_HAS_PASSWORD" | "ACCOUNT_HAS_OTHER_EMAIL" | "ACCOUNT_HAS_OTHER_NAME" | "INVITATION_NOT_ACCEPTED" | "INVITATION_NEEDS_MAIL" | "LAST_ADMIN" | "TOO_MANY_SIGNUPS" | "TOO_MANY_LOGINS" | "TOO_MANY_PASSWORD_CHANGES" | "TOO_MANY_PASSWORD_RESETS" | "TOO_MANY_INVITATIONS" | "TOO_MANY_REQUESTS_AT_ONCE" | "SIGN_INS_BUSY" | "PASSWORD_RESETS_BUSY" | "INVITATION_NOT_MAILED" | "OTHER_OWNER" | "DEVICE_OWNER_ONLY" | "PATIENT_NOT_ASSIGNED" | "FALL_NOT_ASSIGNED" | "INCIDENT_NOT_ASSIGNED" | "WARD_OF_OTHER_TEAM" | "OTHER_CAREGIVER" | "ALERT_OF_OTHER_CAREGIVER" | "CAREGIVERS_ONLY" | "NOT_IN_TEAM" | "NOTE_AUTHOR_ONLY" | "MESSAGE_OF_OTHERS" | "MESSAGE_RECIPIENT_ONLY" | "PATIENT_DECIDES" | "PATIENT_NOT_FOUND" | "CAREGIVER_NOT_FOUND" | "NOTE_NOT_FOUND" | "MESSAGE_NOT_FOUND" | "TEAM_NOT_FOUND" | "STATION_NOT_FOUND" | "ASSIGNMENT_NOT_FOUND" | "MEMBER_NOT_FOUND" | "TEAM_PATIENT_NOT_FOUND" | "ALREADY_ASSIGNED" | "ASSIGNED_BY_TEAM" | "ALREADY_MEMBER" | "ALREADY_TEAM_PATIENT" | "TEAM_NAME_TAKEN" | "TEAM_LEAVES_PATIENTS" | "PLACE_WITHOUT_TEAM" | "WARD_NOT_FOUND" | "MOVE_NEEDS_CONFIRMATION" | "STATION_NAME_TAKEN" | "STATION_CODE_INVALID" | "TOO_MANY_WRONG_PINS" | "TOO_MANY_MESSAGES" | "INVALID_DEVICE_KEY" | "DEVICE_KEY_READINGS_ONLY" | "DEVICE_KEY_OF_OTHER" | "DEVICE_DISABLED" | "DEVICE_DELETED" | "DEVICE_NOT_REGISTERED" | "TOPIC_OF_OTHER_DEVICE" | "DEVICE_NOT_FOUND" | "DEVICE_KEY_NOT_FOUND" | "DEVICE_IS_THEIRS" | "MAC_TAKEN" | "TOO_MANY_DEVICES" | "TOO_MANY_DEVICES_WITH_REPLACED" | "TOO_MANY_DEVICE_KEYS" | "DEVICE_REPLACED_OR_DISABLED" | "DEVICE_REPLACED" | "READING_TOO_EARLY" | "BACKFILL_TOO_FAST" | "BATCHES_BUSY" | "NEW_DEVICES_BUSY" | "DEVICE_KEYS_BUSY" | "READING_LOOKUPS_BUSY" | "READINGS_BUSY" | "FALL_OF_SOMEBODY_ELSE" | "ACKNOWLEDGE_LINK_INVALID" | "CANNOT_ACKNOWLEDGE" | "RELATIVE_NOT_ALLOWED" | "RELATIVE_CANNOT_END" | "HANDLER_ONLY" | "ASSISTANCE_HANDLER_ONLY" | "PATIENT_SAYS" | "CALL_OF_OTHER" | "CALL_CALLED_OFF" | "ALARMS_NEED_ADMIN" | "FALL_NOT_FOUND" | "INCIDENT_NOT_FOUND" | "ALERT_NOT_FOUND" | "IDEMPOTENCY_KEY_REUSED" | "FALL_ALREADY_REPORTED" | "FALL_RECORD_CHANGED" | "FALL_RECORD_FULL" | "INCIDENT_HANDLED" | "INCIDENT_RESOLVED" | "INCIDENT_CANCELLED" | "NOT_ATTENDING" | "INCIDENT_NOT_HANDLED" | "INCIDENT_WITHOUT_OUTCOME" | "UNDO_EXPIRED" | "LINK_OF_EARLIER_MESSAGE" | "TOO_MANY_ENTRIES_TODAY" | "TIMELINE_FULL" | "FALLS_BUSY" | "DEVICE_EVENTS_BUSY" | "CHANNEL_NOT_SET_UP" | "MAIL_ADDRESS_REFUSED" | "CODE_EXPIRED" | "CODE_WRONG" | "CONTACT_OF_OTHER" | "CONTACT_NOT_FOUND" | "CONTACT_DELETED" | "WEBHOOK_NOT_FOUND" | "DELIVERY_NOT_FOUND" | "CONTACT_UNCONFIRMED" | "CONTACT_ENDED" | "TOO_MANY_CONTACTS" | "TOO_MANY_UNPROVEN_CONTACTS" | "TOO_MANY_WEBHOOKS" | "WEBHOOK_EXISTS" | "DELIVERY_ACCEPTED" | "DELIVERY_CONTACT_ENDED" | "DELIVERY_NOT_RETRIABLE" | "MESSAGES_NOT_HELD" | "MESSAGES_HELD_BY_SETTING" | "CODE_NOT_SENT" | "SHARE_LINK_INVALID" | "SHARED_RECORD_READERS_ONLY" | "SHARED_RECORD_READ_ONLY" | "LINK_NOT_FOUND" | "REPRESENTATIVE_NOT_FOUND" | "REPRESENTATIVE_REQUIRED" | "TOO_MANY_LINKS" | "EXPORT_RUNNING" | "IMPORT_ADDED_MEANWHILE" | "IMPORT_CHANGED_MEANWHILE" | "MAINTENANCE_RUNNING" | "EXPORTS_BUSY" | "RECORDS_BUSY" | "REPORTS_BUSY" | "SHARED_RECORDS_BUSY" | "FIGURES_BUSY";
            /** @description The values in the text of `error`, such as a limit; with `problems`, a message for each invalid field */
            details?: {
                [key: string]: string | number;
            };
            error: string;
            /** @description What is wrong with each invalid field, with the values in its message */
            problems?: {
                /** @enum {string} */
                code: "INVALID" | "REQUIRED" | "REQUIRED_WITH" | "REQUIRED_WITH_SITE" | "REQUIRED_WITH_PIN" | "REQUIRED_WITHOUT_EMAIL" | "REQUIRED_OR_WARD" | "REQUIRED_OR_SIGN_IN_NAME" | "NO_CHANGE" | "GIVEN_TWICE" | "NOT_SUPPORTED" | "WRONG_TYPE" | "NOT_WHOLE" | "NOT_TRUE" | "TOO_SMALL" | "TOO_LARGE" | "NOT_ABOVE" | "NOT_IN_RANGE" | "TOO_SHORT" | "TOO_LONG" | "TOO_MANY_READINGS" | "NOT_ONE_OF" | "NOT_SOME_OF" | "NOT_LIST_OF" | "BLANK" | "NOT_SINGLE_LINE" | "NOT_PLAIN_TEXT" | "NOT_VISIBLE" | "HAS_NUL" | "HAS_HALF_SURROGATE" | "NAME_NOT_ALLOWED" | "NAME_HAS_BAD_CHARACTERS" | "NESTED_TOO_DEEPLY" | "TOO_MANY_PARTS" | "LIKE_FORMULA" | "NAMES_EQUAL" | "NOT_UUID" | "NOT_EMAIL" | "NOT_SIGN_IN_NAME" | "NOT_PHONE" | "NOT_MAC" | "NOT_EXTERNAL_ID" | "NOT_SHARED" | "OWNER_OR_PLACE" | "NOT_EVENT_ID" | "NOT_BLOOD_PRESSURE" | "BLOOD_PRESSURE_OUT_OF_RANGE" | "NOT_ACTION" | "NOT_IDEMPOTENCY_KEY" | "NOT_ONE_CONTENT" | "NOT_BASE64" | "NOT_BASE64URL" | "NOT_CURVE_POINT" | "NOT_MULTIPLE" | "OTHER_DEVICE" | "NOT_DATE" | "NOT_TIMESTAMP" | "NOT_DATE_OR_TIMESTAMP" | "NOT_FHIR_DATE" | "NOT_MONTH" | "MONTH_REQUIRED" | "NOT_TIME" | "NOT_TIME_ZONE" | "NOT_DURATION" | "NOT_PAST" | "IN_FUTURE" | "TOO_OLD" | "NOT_BEFORE" | "AFTER" | "TOO_FAR_BEFORE" | "TOO_MANY_SPANS" | "NOT_FROM_LINK" | "NO_UPPERCASE" | "NO_LOWERCASE" | "NO_DIGIT" | "NO_SPECIAL" | "COMMON_PASSWORD" | "PASSWORDS_DIFFER" | "PASSWORD_INCORRECT" | "RESET_LINK_INVALID" | "INVITATION_INVALID" | "NOT_PIN" | "PIN_TOO_SIMPLE" | "WARD_UNKNOWN" | "PIN_INCORRECT" | "NOT_CODE" | "CODE_WRONG" | "CODE_EXPIRED" | "SELF" | "NOT_MEMBERS" | "NOT_OF_WARD" | "HEART_RATES_TOO_CLOSE" | "URGENT_ABOVE_LOW" | "STEPS_OUT_OF_ORDER" | "TOO_MANY_STEPS" | "NO_CHANNELS" | "REACHES_NOBODY" | "CHANNEL_NOT_SET_UP" | "ADDRESS_REFUSED" | "NOT_URL" | "NOT_HTTPS" | "NOT_HTTP" | "HAS_CREDENTIALS" | "PRIVATE_ADDRESS" | "NOT_TOPIC" | "OTHER_NTFY_SERVER" | "TOO_MANY_COLUMNS";
                details?: {
                    [key: string]: string | number;
                };
                field: string;
            }[];
            /** @constant */
            success: false;
        };
        EscalationPolicy: {
            /**
             * @description Incidents of severity LOW wait from 22:00 until 07:00
             * @default false
             */
            quietAtNight: boolean;
            repeat: {
                everySeconds: number;
                /** @description How many of the last steps are taken again, together */
                steps: number;
            } | null;
            steps: {
                /** @description Since the incident was opened */
                afterSeconds: number;
                tell: ({
                    /** @description All channels, one contact of each person (push, else ntfy, else mail), or those named */
                    channels: ("all" | "best") | ("push" | "live" | "ntfy" | "mail")[];
                    /**
                     * @description Who is notified first: 1 before 2, up to 5
                     * @example 1
                     */
                    priority: number;
                    /** @constant */
                    who: "priority";
                } | {
                    /** @description All channels, one contact of each person (push, else ntfy, else mail), or those named */
                    channels: ("all" | "best") | ("push" | "live" | "ntfy" | "mail")[];
                    /** @constant */
                    who: "assigned";
                } | {
                    /** @description All channels, one contact of each person (push, else ntfy, else mail), or those named */
                    channels: ("all" | "best") | ("push" | "live" | "ntfy" | "mail")[];
                    /** @constant */
                    who: "admins";
                } | {
                    /** @constant */
                    who: "webhooks";
                })[];
            }[];
        };
        EscalationPolicyInput: {
            /**
             * @description Incidents of severity LOW wait from 22:00 until 07:00
             * @default false
             */
            quietAtNight: boolean;
            repeat: {
                everySeconds: number;
                /** @description How many of the last steps are taken again, together */
                steps: number;
            } | null;
            steps: {
                /** @description Since the incident was opened */
                afterSeconds: number;
                tell: ({
                    /** @description All channels, one contact of each person (push, else ntfy, else mail), or those named */
                    channels: ("all" | "best") | ("push" | "live" | "ntfy" | "mail")[];
                    /**
                     * @description Who is notified first: 1 before 2, up to 5
                     * @example 1
                     */
                    priority: number;
                    /** @constant */
                    who: "priority";
                } | {
                    /** @description All channels, one contact of each person (push, else ntfy, else mail), or those named */
                    channels: ("all" | "best") | ("push" | "live" | "ntfy" | "mail")[];
                    /** @constant */
                    who: "assigned";
                } | {
                    /** @description All channels, one contact of each person (push, else ntfy, else mail), or those named */
                    channels: ("all" | "best") | ("push" | "live" | "ntfy" | "mail")[];
                    /** @constant */
                    who: "admins";
                } | {
                    /** @constant */
                    who: "webhooks";
                })[];
            }[];
        };
        Fall: {
            alerts: {
                acknowledged: boolean;
                /** Format: uuid */
                caregiverId: string;
                sent: boolean;
                /** Format: date-time */
                timestamp: string;
            }[];
            confidence: number;
            /** Format: date-time */
            createdAt: string;
            deviceId: string | null;
            /** @description What the detection is based on; null for a reported fall */
            evidence: {
                /**
                 * @description Seconds from the impact to getting up; null if the person has not got up
                 * @example null
                 */
                gotUpAfterSeconds: number | null;
                /**
                 * @description The peak acceleration in g
                 * @example 5.4
                 */
                peakG: number;
                /**
                 * @description What indicates a fall
                 * @example [
                 *       "impact",
                 *       "turn",
                 *       "stillness"
                 *     ]
                 */
                raisedBy: ("impact" | "turn" | "stillness" | "pressure" | "foot" | "heart")[];
                /**
                 * @description Seconds from the impact to the reading that this evidence is based on
                 * @example 14
                 */
                secondsSince: number;
                /**
                 * @description The longest period of stillness after the impact, in seconds
                 * @example 12
                 */
                stillSeconds: number;
                /**
                 * @description How far the body turned, in degrees; null if unknown
                 * @example 82
                 */
                turnDegrees: number | null;
            } | null;
            /** Format: uuid */
            id: string;
            injuries: string | null;
            location: string | null;
            /** @description Who reported it for the patient */
            reportedBy: components["schemas"]["Person"] | null;
            sensorData: {
                accel: number[];
                gyro: number[];
                /** Format: date-time */
                timestamp: string;
            } | null;
            /**
             * @description Whether a device detected the fall, or a person reported it
             * @enum {string}
             */
            source: "DETECTED" | "REPORTED" | "DEVICE_VERDICT";
            /** @enum {string} */
            status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
            /** Format: uuid */
            userId: string;
            witnessed: boolean | null;
        };
        FallItem: {
            confidence: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            location: string | null;
            responded: boolean;
            /** @description Seconds from the fall to the first acknowledgement; null if nobody has answered, or if somebody reported it who was there */
            responseTime: number | null;
            /**
             * @description Whether a device detected the fall, or a person reported it
             * @enum {string}
             */
            source: "DETECTED" | "REPORTED" | "DEVICE_VERDICT";
            /** @enum {string} */
            status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
        };
        FallRecord: {
            activity: ("WALKING" | "STANDING" | "GETTING_UP" | "SITTING_DOWN" | "TOILET" | "WASHING" | "DRESSING" | "REACHING" | "OUT_OF_BED" | "OUT_OF_CHAIR" | "OTHER" | "UNKNOWN") | null;
            circumstances: string | null;
            dateOfBirth: string | null;
            doctorDetails: string | null;
            doctorTold: boolean | null;
            /** Format: uuid */
            fallId: string;
            familyDetails: string | null;
            familyTold: boolean | null;
            footwear: ("SHOES" | "SLIPPERS" | "SOCKS" | "BAREFOOT" | "OTHER" | "UNKNOWN") | null;
            foundBy: string | null;
            incidentId: string | null;
            injuries: string | null;
            /** @enum {string} */
            level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
            location: string | null;
            measures: string | null;
            /** Format: date-time */
            occurredAt: string;
            /** Format: uuid */
            patientId: string;
            patientName: string;
            /** @description Who reported it for the patient */
            reportedBy: components["schemas"]["ActingPerson"] | null;
            room: string | null;
            site: string | null;
            /** @enum {string} */
            source: "DETECTED" | "REPORTED" | "DEVICE_VERDICT";
            /** @description As it was written and changed, the newest last; empty until somebody documents it */
            versions: {
                activity: ("WALKING" | "STANDING" | "GETTING_UP" | "SITTING_DOWN" | "TOILET" | "WASHING" | "DRESSING" | "REACHING" | "OUT_OF_BED" | "OUT_OF_CHAIR" | "OTHER" | "UNKNOWN") | null;
                /** Format: date-time */
                at: string;
                by: components["schemas"]["ActingPerson"];
                circumstances: string | null;
                doctorDetails: string | null;
                doctorTold: boolean | null;
                familyDetails: string | null;
                familyTold: boolean | null;
                footwear: ("SHOES" | "SLIPPERS" | "SOCKS" | "BAREFOOT" | "OTHER" | "UNKNOWN") | null;
                foundBy: string | null;
                injuries: string | null;
                location: string | null;
                measures: string | null;
                /** Format: date-time */
                occurredAt: string;
                station: string | null;
                version: number;
                witnessed: boolean | null;
            }[];
            ward: string | null;
            witnessed: boolean | null;
        };
        FallStatistic: {
            falls: number;
            /** @description Hour of day in the time zone of the installation */
            hour: number;
            /** @enum {string} */
            level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
            /** @description Such as 2026-11 */
            month: string;
            /** @description Outcome of the incident; UNKNOWN if there was none */
            outcome: string;
        };
        FallStatistics: {
            /** @description By the hour of the day, from 0 to 23 */
            byHour: number[];
            /** @description All weeks of these days, also those without a fall */
            byWeek: {
                count: number;
                /**
                 * Format: date
                 * @description A Monday
                 */
                weekStart: string;
            }[];
            days: number;
            falseAlarms: number;
            nearFalls: number;
            /** @description How many of these falls people reported, instead of a device */
            reported: number;
            tests: number;
        };
        FallTrace: {
            /** Format: uuid */
            fallId: string;
            /** Format: date-time */
            from: string;
            /**
             * Format: date-time
             * @description The strongest impact
             */
            impactAt: string;
            readings: {
                accel: number[];
                fallConfidence: number;
                fsr: number | null;
                gyro: number[];
                heartRate: number | null;
                /**
                 * @description Milliseconds from the impact; negative before it
                 * @example -1000
                 */
                offsetMs: number;
                pressure: number | null;
                /** @description The samples of the reading, if the device sent any: acceleration, then rotation. The last one was measured at `offsetMs`, the others 1/`rateHz` seconds apart before it */
                samples: {
                    rateHz: number;
                    values: number[][];
                } | null;
                spo2: number | null;
                /** Format: date-time */
                timestamp: string;
                uptime: number;
            }[];
            /** Format: date-time */
            to: string;
        };
        Handover: {
            author: components["schemas"]["Person"];
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            shiftEndsAt: string | null;
            /** @description The shift of the rota during which it was written; null if there was none */
            shiftStartsAt: string | null;
            /** Format: uuid */
            teamId: string;
            text: string;
        };
        Health: {
            /** @description Only with BACKUP_DIR */
            backup?: {
                ageSeconds: number | null;
                /** @description When the last good backup was finished */
                lastAt: string | null;
                /** @description Whether the last good backup is more than 36 hours old, there is none and the last attempt failed, or BACKUP_DIR cannot be written */
                overdue: boolean;
            };
            /** @constant */
            database: "CONNECTED";
            /** @description Only while messages are held: no message is sent, and no broker connected */
            held?: {
                /**
                 * @description A restore of a backup, a database that ran elsewhere before, or the setting NOTIFICATIONS
                 * @enum {string}
                 */
                reason: "RESTORED" | "COPIED" | "SETTING";
                /** Format: date-time */
                since: string;
            };
            /** @description Bytes */
            memory: {
                available: number;
                used: number;
            };
            /** @enum {string} */
            status: "HEALTHY" | "DEGRADED";
            /** Format: date-time */
            timestamp: string;
            /** @description Seconds since the service started */
            uptime: number;
            version: string;
        };
        HelpPage: {
            /** @description What lets this browser call for help without a sign-in; null if it has none */
            credential: {
                /** Format: date-time */
                expiresAt: string;
            } | null;
            emergencyContact: string | null;
            /** @description The number of the installation, by its setting `EMERGENCY_PHONE` */
            emergencyPhone: string | null;
            firstName: string;
            /** @description Your unresolved falls, calls and alarms of vital signs */
            incidents: components["schemas"]["Incident"][];
            /**
             * Format: date-time
             * @description The time of the service: the clock of the browser may be wrong
             */
            now: string;
            /** Format: uuid */
            patientId: string;
        };
        HomeReport: {
            /** @description Falls by the hour of the day, in the time zone of the installation */
            byHour: number[];
            counts: {
                /** @description The patient said that they are fine before anybody was told */
                cancelled: number;
                /** @description Alarms of a fall that have not turned out to be something else */
                falls: number;
                falseAlarms: number;
                nearFalls: number;
                /** @description How many of these falls people reported, instead of a device */
                reported: number;
                tests: number;
            };
            /** Format: date-time */
            createdAt: string;
            falls: {
                /** Format: date-time */
                at: string;
                /** Format: uuid */
                id: string;
                incidentId: string | null;
                /** @description As whoever resolved the incident recorded them */
                injuries: string | null;
                /** @enum {string} */
                level: "POTENTIAL" | "HIGH" | "CONFIRMED";
                location: string | null;
                outcome: ("REAL_FALL" | "NEAR_FALL" | "FALSE_ALARM" | "TEST" | "HELP_GIVEN" | "OTHER") | null;
                /** Format: uuid */
                patientId: string;
                patientName: string;
                /** @description As whoever reported the fall described them */
                reportedInjuries: string | null;
                /** @description Where the patient lived at the time */
                residence: {
                    room: string | null;
                    site: string | null;
                    ward: string | null;
                } | null;
                responseSeconds: number | null;
                /** @enum {string} */
                source: "DETECTED" | "REPORTED" | "DEVICE_VERDICT";
                state: ("CHECKING" | "OPEN" | "ACKNOWLEDGED" | "RESOLVED" | "CANCELLED") | null;
                witnessed: boolean | null;
            }[];
            /**
             * @description Falls for each 1,000 of these days; null if there were none
             * @example 4.72
             */
            fallsPer1000Days: number | null;
            /** Format: date-time */
            from: string;
            /** @description Incidents of other kinds that were opened, without tests */
            incidents: {
                BED_EXIT: number;
                INACTIVITY: number;
                SOS: number;
                STAFF_ASSIST: number;
                WANDERING: number;
            };
            month: string;
            patients: {
                counts: {
                    /** @description The patient said that they are fine before anybody was told */
                    cancelled: number;
                    /** @description Alarms of a fall that have not turned out to be something else */
                    falls: number;
                    falseAlarms: number;
                    nearFalls: number;
                    /** @description How many of these falls people reported, instead of a device */
                    reported: number;
                    tests: number;
                };
                /** @description Incidents of other kinds that were opened, without tests */
                incidents: {
                    BED_EXIT: number;
                    INACTIVITY: number;
                    SOS: number;
                    STAFF_ASSIST: number;
                    WANDERING: number;
                };
                /** Format: uuid */
                patientId: string;
                patientName: string;
                /** @description Where the patient lives now; null if nobody has entered it */
                residence: {
                    room: string | null;
                    site: string | null;
                    ward: string | null;
                } | null;
                /** @description How fast incidents of falls and calls for help were answered */
                responses: {
                    answered: number;
                    longestSeconds: number | null;
                    medianSeconds: number | null;
                    /** @description The 90th percentile: nine of ten were answered within this time */
                    p90Seconds: number | null;
                    unanswered: number;
                    /** @description The share that was answered within that time. An unanswered incident counts once the time has passed */
                    within60s: number | null;
                    /** @description The share that was answered within that time. An unanswered incident counts once the time has passed */
                    within180s: number | null;
                };
                /**
                 * @description The share of hours with a reading, since the first device was added and up to now; null if there was no device, or its readings are not kept any more
                 * @example 0.9871
                 */
                uptime: number | null;
            }[];
            /** @description The same figures of the month before */
            previous: {
                counts: {
                    /** @description The patient said that they are fine before anybody was told */
                    cancelled: number;
                    /** @description Alarms of a fall that have not turned out to be something else */
                    falls: number;
                    falseAlarms: number;
                    nearFalls: number;
                    /** @description How many of these falls people reported, instead of a device */
                    reported: number;
                    tests: number;
                };
                /**
                 * @description Falls for each 1,000 of these days; null if there were none
                 * @example 4.72
                 */
                fallsPer1000Days: number | null;
                month: string;
                /** @description The days on which patients lived there, added up: from when they were registered, and in the current month up to now */
                residentDays: number;
                /** @description How fast incidents of falls and calls for help were answered */
                responses: {
                    answered: number;
                    longestSeconds: number | null;
                    medianSeconds: number | null;
                    /** @description The 90th percentile: nine of ten were answered within this time */
                    p90Seconds: number | null;
                    unanswered: number;
                    /** @description The share that was answered within that time. An unanswered incident counts once the time has passed */
                    within60s: number | null;
                    /** @description The share that was answered within that time. An unanswered incident counts once the time has passed */
                    within180s: number | null;
                };
            };
            /** @description The days on which patients lived there, added up: from when they were registered, and in the current month up to now */
            residentDays: number;
            /** @description How fast incidents of falls and calls for help were answered */
            responses: {
                answered: number;
                longestSeconds: number | null;
                medianSeconds: number | null;
                /** @description The 90th percentile: nine of ten were answered within this time */
                p90Seconds: number | null;
                unanswered: number;
                /** @description The share that was answered within that time. An unanswered incident counts once the time has passed */
                within60s: number | null;
                /** @description The share that was answered within that time. An unanswered incident counts once the time has passed */
                within180s: number | null;
            };
            site: string | null;
            timeZone: string;
            /**
             * Format: date-time
             * @description When the next month begins
             */
            to: string;
            /** @description The falls of the twelve months that end with this one */
            twelveMonths: {
                /** @description Falls by the hour of the day, in the time zone of the installation */
                byHour: number[];
                /** @description Falls by week, which begins on Monday */
                byWeek: {
                    count: number;
                    /** Format: date */
                    weekStart: string;
                }[];
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            };
            /** @description The mean of the patients who have a device */
            uptime: number | null;
            ward: string | null;
        };
        Import: {
            /** @description False for a dry run, if a line has an error, and if a question is open: then nothing is changed */
            applied: boolean;
            counts: {
                CREATE: number;
                ERROR: number;
                SKIP: number;
                UPDATE: number;
            };
            dryRun: boolean;
            /** @description Each error once, with its lines */
            errors: {
                /** @example PATIENT_UNKNOWN */
                code: string;
                /** @description Of a cell: the code is one of a field */
                column?: string;
                details?: {
                    [key: string]: string | number;
                };
                file: string;
                /** @description The lines that have this error */
                lines: number[];
                text: string;
            }[];
            files: {
                columns: {
                    /** @description Some of its cells */
                    examples: string[];
                    /** @description Null if it is not imported */
                    field: ("reference" | "firstName" | "lastName" | "fullName" | "role" | "email" | "signInName" | "phone" | "dateOfBirth" | "emergencyContact" | "site" | "ward" | "room" | "team" | "caregiverEmails" | "relationship" | "kind" | "relativeOf" | "priority" | "macAddress" | "deviceName") | null;
                    title: string;
                }[];
                /** @description Null of a file that was given as a text */
                encoding: ("UTF-8" | "UTF-16" | "Windows-1252") | null;
                ignoredColumns: string[];
                /** @description Null if the file cannot be read */
                kind: ("people" | "rooms" | "assignments" | "devices" | "teams") | null;
                lines: number;
                name: string;
                /** @description What the people of a file are that has no column with a role */
                role: ("PATIENT" | "CAREGIVER" | "RELATIVE") | null;
            }[];
            lines: {
                /** @description How the person of the line gets to sign in, or would after a dry run: the invitation was mailed, or is to be handed over, they have a password, were invited earlier, or are not invited. Null of other lines */
                access: ("MAILED" | "MAIL_FAILED" | "TO_HAND_OVER" | "HAS_PASSWORD" | "INVITED_EARLIER" | "NONE") | null;
                /** @enum {string} */
                action: "CREATE" | "UPDATE" | "SKIP" | "ERROR";
                device: {
                    /** Format: uuid */
                    id: string;
                    key: string;
                    macAddress: string;
                    name: string;
                    /** @description The resident who wears it */
                    patientName: string;
                    place: {
                        room: string | null;
                        site: string | null;
                        ward: string | null;
                    };
                } | null;
                file: string;
                invitation: {
                    email: string | null;
                    /** Format: date-time */
                    expiresAt: string;
                    signInName: string | null;
                    token: string;
                    url: string | null;
                } | null;
                /** @description What an invited person signs in with */
                invited?: {
                    email: string | null;
                    signInName: string | null;
                };
                /** @description The number of the line in the file; the first is 1 */
                line: number;
                message: string;
                /** @description What `message` says, as data */
                messages: {
                    /** @example PATIENT_UNKNOWN */
                    code: string;
                    /** @description Of a cell: the code is one of a field */
                    column?: string;
                    details?: {
                        [key: string]: string | number;
                    };
                    text: string;
                }[];
                name: string | null;
                userId: string | null;
            }[];
            /** @description What the files leave open; nothing is imported before it is answered */
            questions: {
                /**
                 * @description The field of `dates` that answers
                 * @enum {string}
                 */
                about: "dateOrder" | "twoDigitYears";
                /** @example 08.10.45 */
                example: string;
                file: string;
                lines: number[];
                options: {
                    /** @enum {string} */
                    answer: "DAY_FIRST" | "MONTH_FIRST" | "NINETEEN_HUNDREDS" | "LAST_HUNDRED_YEARS";
                    date: string;
                }[];
            }[];
            /** @description The same as a CSV file, with invitations and device keys, which are shown this once. Cells that look like formulas begin with an apostrophe. */
            resultCsv: string;
            /** @description The places of new or changed patients whom no caregiver or team looks after: a ward may be written differently */
            unattended: {
                count: number;
                site: string | null;
                ward: string | null;
            }[];
        };
        Incident: {
            acknowledgedAt: string | null;
            /** @description Since when who handles it waits for a second person; null once one is going */
            assistanceRequestedAt: string | null;
            /** @description Who goes there: who handles it, and those who go beside them, such as relatives */
            attending: components["schemas"]["Attendant"][];
            /** @description Until when the patient can say that they are fine */
            checkUntil: string | null;
            deviceId: string | null;
            deviceName: string | null;
            /** @description When who handles it expects to be there: `etaMinutes` after they said so last */
            etaAt: string | null;
            etaMinutes: number | null;
            fallId: string | null;
            /** @description When the patient last said that they are fine, too late to cancel: a caregiver confirms it */
            fineAt: string | null;
            handledBy: components["schemas"]["Person"] | null;
            /** @description When the patient last asked for help since the incident began */
            helpAt: string | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "FALL" | "SOS" | "VITALS" | "DEVICE_SILENT" | "LOW_BATTERY" | "BED_EXIT" | "WANDERING" | "INACTIVITY" | "STAFF_ASSIST" | "DEVICE_FAULT";
            /** @description When more people are told, unless somebody acknowledges */
            nextStepAt: string | null;
            /** Format: date-time */
            openedAt: string;
            outcome: ("REAL_FALL" | "NEAR_FALL" | "FALSE_ALARM" | "TEST" | "HELP_GIVEN" | "OTHER") | null;
            /** @description Null for an incident of a shared device, which has a ward, and of the installation */
            patientId: string | null;
            patientName: string | null;
            resolvedAt: string | null;
            room: string | null;
            /** @enum {string} */
            severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
            site: string | null;
            /** @enum {string} */
            state: "CHECKING" | "OPEN" | "ACKNOWLEDGED" | "RESOLVED" | "CANCELLED";
            /** @description To whom a message was sent, the first first; at most 10 people */
            told: components["schemas"]["ActingPerson"][];
            ward: string | null;
        };
        IncidentDelivery: {
            /**
             * Format: date-time
             * @description When it was accepted, or created
             */
            at: string;
            /** @enum {string} */
            channel: "push" | "ntfy" | "mail" | "webhook";
            /** @description What is shown of the address */
            contact: string;
            /** @description Null for a webhook */
            person: components["schemas"]["ActingPerson"] | null;
            /** @enum {string} */
            purpose: "alert" | "update" | "closing";
            /** @enum {string} */
            state: "PENDING" | "SENDING" | "SENT" | "FAILED" | "CANCELLED";
            step: number;
        };
        IncidentDetail: {
            acknowledgedAt: string | null;
            /** @description Since when who handles it waits for a second person; null once one is going */
            assistanceRequestedAt: string | null;
            /** @description Who goes there: who handles it, and those who go beside them, such as relatives */
            attending: components["schemas"]["Attendant"][];
            /** @description Until when the patient can say that they are fine */
            checkUntil: string | null;
            deliveries: components["schemas"]["IncidentDelivery"][];
            deviceId: string | null;
            deviceName: string | null;
            /** @description When who handles it expects to be there: `etaMinutes` after they said so last */
            etaAt: string | null;
            etaMinutes: number | null;
            evidence: {
                [key: string]: unknown;
            };
            /** @description What somebody said about the latest fall */
            fall: {
                injuries: string | null;
                location: string | null;
                witnessed: boolean | null;
            } | null;
            fallId: string | null;
            /** @description When the patient last said that they are fine, too late to cancel: a caregiver confirms it */
            fineAt: string | null;
            handledBy: components["schemas"]["Person"] | null;
            /** @description Whether the timeline has earlier entries: `GET /incidents/:id/timeline` has all */
            hasEarlierEntries: boolean;
            /** @description When the patient last asked for help since the incident began */
            helpAt: string | null;
            /** Format: uuid */
            id: string;
            injuries: string | null;
            /** @enum {string} */
            kind: "FALL" | "SOS" | "VITALS" | "DEVICE_SILENT" | "LOW_BATTERY" | "BED_EXIT" | "WANDERING" | "INACTIVITY" | "STAFF_ASSIST" | "DEVICE_FAULT";
            /** @description When more people are told, unless somebody acknowledges */
            nextStepAt: string | null;
            /** Format: date-time */
            openedAt: string;
            outcome: ("REAL_FALL" | "NEAR_FALL" | "FALSE_ALARM" | "TEST" | "HELP_GIVEN" | "OTHER") | null;
            /** @description Whom to call; null for an incident of the installation */
            patient: {
                emergencyContact: string | null;
                phone: string | null;
            } | null;
            /** @description Null for an incident of a shared device, which has a ward, and of the installation */
            patientId: string | null;
            patientName: string | null;
            resolvedAt: string | null;
            room: string | null;
            /** @enum {string} */
            severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
            site: string | null;
            /** @enum {string} */
            state: "CHECKING" | "OPEN" | "ACKNOWLEDGED" | "RESOLVED" | "CANCELLED";
            /** @description The newest 100 entries, the newest last */
            timeline: components["schemas"]["IncidentEntry"][];
            /** @description To whom a message was sent, the first first; at most 10 people */
            told: components["schemas"]["ActingPerson"][];
            /** @description What was measured last; null for an incident of the installation */
            vitals: {
                heartRate: {
                    /** Format: date-time */
                    at: string;
                    value: number;
                } | null;
                oxygenSaturation: {
                    /** Format: date-time */
                    at: string;
                    value: number;
                } | null;
            } | null;
            ward: string | null;
        };
        IncidentEntry: {
            /** @description Null if it was the service */
            actor: components["schemas"]["ActingPerson"] | null;
            /** Format: date-time */
            at: string;
            /** @description What happened; null for an entry of an earlier version that has only a text */
            data: components["schemas"]["IncidentEntryData"] | null;
            /** @description The station where it was done; null if it was done elsewhere */
            station: string | null;
            /** @description The same in English, or what a person wrote */
            text: string;
            /** @enum {string} */
            type: "checking" | "opened" | "added" | "raised" | "told" | "acknowledged" | "attending" | "released" | "reopened" | "resolved" | "cancelled" | "ok" | "help" | "note" | "documented" | "assistance" | "corrected";
        };
        /** @description What happened, by its `code` */
        IncidentEntryData: {
            /** @constant */
            code: "FALL_DETECTED";
            /** @enum {string} */
            level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
        } | {
            /** @constant */
            code: "FALL_REPORTED";
            /** @enum {string} */
            level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
        } | {
            /** @constant */
            code: "FALL_REPORTED_BY_OTHER";
            /** @enum {string} */
            level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
            /** Format: date-time */
            occurredAt: string;
        } | {
            /** @constant */
            code: "FALL_RAISED_AFTER_END";
            /** @enum {string} */
            level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
        } | {
            /** @constant */
            code: "FALL_SAID_BY_DEVICE";
            /** @description In words of the device */
            detail?: string;
            /**
             * Format: date-time
             * @description When it happened, if it arrived later
             */
            happenedAt?: string;
            /** @enum {string} */
            level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
        } | {
            /** @constant */
            code: "FALL_CLEARED_BY_DEVICE";
            /** @description In words of the device */
            detail?: string;
        } | {
            /** @constant */
            code: "BUTTON_PRESSED";
            /** @description In words of the device */
            detail?: string;
            /**
             * Format: date-time
             * @description When it happened, if it arrived later
             */
            happenedAt?: string;
        } | {
            /** @constant */
            code: "CALL_CANCELLED_BY_DEVICE";
            /** @description In words of the device */
            detail?: string;
        } | {
            /** @constant */
            code: "HELP_REQUESTED";
            /**
             * Format: date-time
             * @description When it was pressed, if it arrived later
             */
            pressedAt?: string;
        } | {
            /** @constant */
            code: "PATIENT_FINE";
        } | {
            /** @constant */
            code: "CHECK_ANSWERED";
        } | {
            /** @constant */
            code: "CHECK_UNANSWERED";
        } | {
            /** @constant */
            code: "OPENED";
        } | {
            /** @constant */
            code: "HANDLING_EXPIRED";
        } | {
            /** @constant */
            code: "HANDLER_UNASSIGNED";
        } | {
            /** @constant */
            code: "NOTIFICATIONS_RELEASED";
        } | {
            /** @description By which people are told: `push`, `mail`, `ntfy` */
            channels: string[];
            /** @constant */
            code: "STEP_TAKEN";
            people: number;
            step: number;
            webhooks: boolean;
        } | {
            /** @constant */
            code: "ACKNOWLEDGED";
            /** @description What the person wrote */
            note?: string;
        } | {
            /** @constant */
            code: "TAKEN_OVER";
            /** @description What the person wrote */
            note?: string;
        } | {
            /** @constant */
            code: "ASSISTANCE_REQUESTED";
            people: number;
        } | {
            /** @constant */
            code: "ATTENDING";
            etaMinutes?: number;
            /** @description What the person wrote */
            note?: string;
        } | {
            /** @constant */
            code: "ATTENDANCE_ENDED";
        } | {
            /** @constant */
            code: "RELEASED";
        } | {
            /** @constant */
            code: "ACKNOWLEDGEMENT_UNDONE";
        } | {
            /** @constant */
            code: "RESOLVED";
            /** @description What the person wrote */
            note?: string;
            /** @enum {string} */
            outcome: "REAL_FALL" | "NEAR_FALL" | "FALSE_ALARM" | "TEST" | "HELP_GIVEN" | "OTHER";
        } | {
            /** @constant */
            code: "OUTCOME_CORRECTED";
            /** @enum {string} */
            from: "REAL_FALL" | "NEAR_FALL" | "FALSE_ALARM" | "TEST" | "HELP_GIVEN" | "OTHER";
            /** @description What the person wrote */
            note?: string;
            /** @enum {string} */
            outcome: "REAL_FALL" | "NEAR_FALL" | "FALSE_ALARM" | "TEST" | "HELP_GIVEN" | "OTHER";
            /** @description What was written of injuries before */
            previousInjuries?: string;
        } | {
            /** @constant */
            code: "NOTE";
            /** @description What the person wrote */
            note: string;
        } | {
            /** @constant */
            code: "FALL_DOCUMENTED";
        } | {
            /** @constant */
            code: "BATTERY_LOW";
            percent: number;
        } | {
            /** @constant */
            code: "BATTERY_CHARGED";
        } | {
            /** @constant */
            code: "HEART_RATE_OUTSIDE_LIMITS";
            /** @description Null for readers with whom the patient does not share vital signs */
            highest: number | null;
            /** @description Null for readers with whom the patient does not share vital signs */
            lowest: number | null;
            /** @description Null for readers with whom the patient does not share vital signs */
            since: string | null;
        } | {
            /** @constant */
            code: "HEART_RATE_WITHIN_LIMITS";
        } | {
            /** @constant */
            code: "OXYGEN_BELOW_LIMIT";
            /** @description Null for readers with whom the patient does not share vital signs */
            highest: number | null;
            /** @description Null for readers with whom the patient does not share vital signs */
            lowest: number | null;
            /** @description Null for readers with whom the patient does not share vital signs */
            since: string | null;
        } | {
            /** @constant */
            code: "OXYGEN_ABOVE_LIMIT";
        } | {
            /** @constant */
            code: "DEVICE_SILENT";
            /** Format: date-time */
            since: string;
        } | {
            /** @constant */
            code: "DEVICE_STILL_SILENT";
            minutes: number;
        } | {
            /** @constant */
            code: "DEVICE_SENDS";
        } | {
            changes: number;
            /** @constant */
            code: "CONNECTION_UNSTABLE";
        } | {
            /** @constant */
            code: "CONNECTION_STABLE";
        } | {
            /** @constant */
            code: "DEVICES_SILENT";
            devices: number;
        } | {
            /** @constant */
            code: "DEVICES_SEND";
        } | {
            /** @constant */
            code: "SERVICE_DOWN";
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            until: string;
        } | {
            /** @constant */
            code: "BED_LEFT";
            /** Format: date-time */
            since: string;
        } | {
            /** @constant */
            code: "BED_RETURNED";
        } | {
            /** @constant */
            code: "DOOR_OPENED";
            /** @description In words of the device */
            detail?: string;
            /**
             * Format: date-time
             * @description When it happened, if it arrived later
             */
            happenedAt?: string;
        } | {
            /** @constant */
            code: "NO_SIGN_OF_LIFE";
            /** Format: date-time */
            since: string;
        } | {
            /** @constant */
            code: "SIGN_OF_LIFE";
        } | {
            /** @constant */
            code: "COLLEAGUE_REQUESTED";
            /** @description In words of the device */
            detail?: string;
            /**
             * Format: date-time
             * @description When it happened, if it arrived later
             */
            happenedAt?: string;
        } | {
            calls: number;
            /** @constant */
            code: "CALLS_WERE_FALSE";
        } | {
            /** @constant */
            code: "CALLS_ARE_RARE";
        } | {
            /** @constant */
            code: "ALARM_SWITCHED_OFF";
        } | {
            /** @constant */
            code: "DEVICE_DISABLED";
        } | {
            /** @constant */
            code: "DEVICE_REMOVED";
        };
        InstallationTimeZone: {
            /**
             * @description Set by an admin (CONSOLE), by TIME_ZONE (ENVIRONMENT), or UTC because nobody has (DEFAULT)
             * @enum {string}
             */
            source: "CONSOLE" | "ENVIRONMENT" | "DEFAULT";
            /** @example Europe/Madrid */
            timeZone: string;
        };
        InstallationVocabulary: {
            /**
             * @description HOME: residents and staff; FAMILY: patients and caregivers, who may be relatives
             * @enum {string}
             */
            vocabulary: "HOME" | "FAMILY";
        };
        Invitation: {
            email: string | null;
            /** Format: date-time */
            expiresAt: string;
            /** @description True if it was sent to the e-mail address */
            mailed: boolean;
            /** @description What the person signs in with instead of an e-mail address; null without one */
            signInName: string | null;
            /** @description For POST /auth/accept-invitation */
            token: string;
            /** @description Null if PUBLIC_URL is not set */
            url: string | null;
        };
        ListedTeam: {
            /** Format: date-time */
            createdAt: string;
            hasRota: boolean;
            /** Format: uuid */
            id: string;
            memberCount: number;
            name: string;
            patientCount: number;
            site: string | null;
            ward: string | null;
        };
        ListedUser: {
            avatar: string | null;
            /** Format: date-time */
            createdAt: string;
            dateOfBirth: string | null;
            /** @description Null for somebody without an e-mail address: a patient, or staff with a sign-in name */
            email: string | null;
            firstName: string;
            /** Format: uuid */
            id: string;
            /** @description Invited and not accepted; null of everybody else */
            invitation?: ("PENDING" | "EXPIRED") | null;
            lastLogin: string | null;
            lastName: string;
            phone: string | null;
            /** @description Whether a message can reach them; null of a patient */
            reachable?: boolean | null;
            /** @description Where a patient lives; null of everybody else */
            residence?: {
                room: string | null;
                site: string | null;
                ward: string | null;
            } | null;
            /** @enum {string} */
            role: "PATIENT" | "CAREGIVER" | "ADMIN";
            /** @description What the person signs in with instead of an e-mail address; absent without one */
            signInName?: string;
            /** @enum {string} */
            status: "active" | "inactive";
            /** @description Teams of which a caregiver is a member, or that look after a patient */
            teams?: string[];
        };
        Maintenance: {
            /** Format: date-time */
            finishedAt: string;
            result: {
                [key: string]: number;
            };
            /** Format: date-time */
            startedAt: string;
            /** @constant */
            status: "COMPLETED";
            /** @enum {string} */
            task: "cleanup_readings" | "cleanup_logs" | "cleanup_sessions" | "recalculate_health" | "analyze_database";
        };
        Me: {
            /** Format: date-time */
            createdAt: string;
            /** @description Null for somebody without an e-mail address: a patient, or staff with a sign-in name */
            email: string | null;
            firstName: string;
            /** Format: uuid */
            id: string;
            lastLogin: string | null;
            lastName: string;
            /** @enum {string} */
            role: "PATIENT" | "CAREGIVER" | "ADMIN";
        };
        Message: {
            content: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            read: boolean;
            /** Format: uuid */
            recipientId: string;
            /** Format: uuid */
            senderId: string;
            /** @enum {string} */
            type: "TEXT" | "ALERT" | "NOTIFICATION";
        };
        MessageRecipient: {
            /** @description False if the recipient cannot sign in, and so will not read messages: no password, or not active */
            canSignIn: boolean;
            /** Format: uuid */
            id: string;
        };
        NewCaregiver: {
            /** @description How many entries the list of active alerts has */
            activeAlerts: number;
            /** @description Null for somebody without an e-mail address: a patient, or staff with a sign-in name */
            email: string | null;
            firstName: string;
            /** Format: uuid */
            id: string;
            /** @description Returned only once; the token is for POST /auth/accept-invitation */
            invitation: {
                /** Format: date-time */
                expiresAt: string;
                /**
                 * @description True if it was sent to the e-mail address; absent if it is to be handed over
                 * @constant
                 */
                mailed?: true;
                token: string;
            };
            lastName: string;
            organization: string | null;
            /** @description How many patients are assigned to the caregiver */
            patients: number;
            phone: string | null;
            /** @constant */
            role: "CAREGIVER";
            specialization: string | null;
        };
        NewDeviceKey: {
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            /** @description Returned only once; to be sent as `Authorization: Bearer <key>` */
            key: string;
            name: string;
        };
        NewFall: {
            alerts: {
                caregiverCount: number;
                notified: boolean;
            };
            confidence: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            location: string | null;
            /** @enum {string} */
            status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
            /** Format: uuid */
            userId: string;
            witnessed: boolean | null;
        };
        NewPatient: {
            caregivers: {
                /** Format: uuid */
                id: string;
                name: string;
                phone: string | null;
                relationship: string | null;
            }[];
            dateOfBirth: string | null;
            devices: {
                /** Format: uuid */
                id: string;
                name: string;
                /** @enum {string} */
                status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
            }[];
            /** @description Null for somebody without an e-mail address: a patient, or staff with a sign-in name */
            email: string | null;
            emergencyContact: string | null;
            firstName: string;
            /** Format: uuid */
            id: string;
            /** @description Null for a patient without an e-mail address or a sign-in name */
            invitation: {
                /** Format: date-time */
                expiresAt: string;
                /**
                 * @description True if it was sent to the e-mail address; absent if it is to be handed over
                 * @constant
                 */
                mailed?: true;
                /** @description Returned only once; for POST /auth/accept-invitation */
                token: string;
            } | null;
            lastName: string;
            phone: string | null;
            /** @enum {string} */
            role: "PATIENT" | "CAREGIVER" | "ADMIN";
        };
        NewShare: {
            /** @description Eight digits, returned only once: tell it apart from the link */
            code: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: uuid */
            id: string;
            label: string;
            /** @description Returned only once */
            token: string;
            /** @description Null if PUBLIC_URL is not set */
            url: string | null;
        };
        OwnStation: {
            /** @description Who can act here with a PIN: they look after somebody in the ward */
            caregivers: {
                /** Format: uuid */
                id: string;
                name: string;
            }[];
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Why there are none: nobody lives in the ward, nobody looks after those who do, or none of them has a PIN */
            noCaregivers: ("NO_PATIENTS" | "NO_CAREGIVERS" | "NO_PINS") | null;
            site: string | null;
            ward: string;
        };
        OwnTeam: {
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            members: components["schemas"]["TeamMember"][];
            name: string;
            site: string | null;
            ward: string | null;
        };
        Pagination: {
            limit: number;
            page: number;
            total: number;
            totalPages: number;
        };
        PasswordLink: {
            /** Format: date-time */
            expiresAt: string;
            /**
             * @description An invitation if the account has no password yet
             * @enum {string}
             */
            kind: "PASSWORD_RESET" | "INVITATION";
            token: string;
            /** @description Null if PUBLIC_URL is not set */
            url: string | null;
        };
        Patient: {
            caregivers: {
                /** Format: uuid */
                id: string;
                name: string;
                phone: string | null;
                relationship: string | null;
            }[];
            dateOfBirth: string | null;
            devices: {
                /** Format: uuid */
                id: string;
                name: string;
                /** @enum {string} */
                status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
            }[];
            /** @description Null for somebody without an e-mail address: a patient, or staff with a sign-in name */
            email: string | null;
            emergencyContact: string | null;
            firstName: string;
            /** Format: uuid */
            id: string;
            lastName: string;
            phone: string | null;
            /** @enum {string} */
            role: "PATIENT" | "CAREGIVER" | "ADMIN";
        };
        PatientAccess: {
            admins: {
                /** Format: uuid */
                id: string;
                name: string;
                /**
                 * Format: date-time
                 * @description Since when they have an account
                 */
                since: string;
            }[];
            caregivers: {
                /** @description Somebody assigned this caregiver */
                byHand: boolean;
                /** Format: uuid */
                id: string;
                name: string;
                relationship: string | null;
                /** Format: date-time */
                since: string;
                /** @description The teams that look after the patient */
                teams: string[];
            }[];
            links: components["schemas"]["Share"][];
            /** Format: uuid */
            patientId: string;
            representative: components["schemas"]["Representative"] | null;
            sharing: components["schemas"]["Sharing"];
            /** @description The tablets of the ward */
            stations: {
                /** Format: uuid */
                id: string;
                name: string;
                /** Format: date-time */
                since: string;
            }[];
        };
        PatientDetection: {
            /**
             * @description How easily motion raises an alarm. On a busy wrist, `high` raises about ten false alarms a day, `normal` (the default) one a day and `low` one a week.
             * @example normal
             * @enum {string}
             */
            sensitivity: "high" | "normal" | "low";
        };
        PatientDevice: {
            batteryLevel: number | null;
            /** Format: date-time */
            createdAt: string;
            /** @description How often it is heard of, as set or as learned; null if neither is known */
            expectedEverySeconds: number | null;
            /** @description What the device calls itself, as it was written */
            externalId: string;
            firmwareVersion: string | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "WEARABLE" | "BUTTON" | "PENDANT" | "RADAR" | "BED" | "DOOR" | "MOTION" | "PHONE" | "OTHER";
            lastSeen: string | null;
            /** @description The MAC address, or the `externalId` of a device without one */
            macAddress: string;
            name: string;
            place: components["schemas"]["DevicePlace"];
            /**
             * @description Where the device is worn; `unknown` is treated as the wrist
             * @example wrist
             * @enum {string}
             */
            placement: "wrist" | "waist" | "pocket" | "unknown";
            /** @enum {string} */
            status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
            /** Format: date-time */
            updatedAt: string;
            /** @description Null of a shared device, which has a `place` */
            userId: string | null;
        };
        PatientFall: {
            confidence: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            /** @description What became of it; null for a fall that nobody had to answer */
            incident: {
                /** @description Null if the incident was deleted */
                id: string | null;
                outcome: ("REAL_FALL" | "NEAR_FALL" | "FALSE_ALARM" | "TEST" | "HELP_GIVEN" | "OTHER") | null;
                /** @enum {string} */
                state: "CHECKING" | "OPEN" | "ACKNOWLEDGED" | "RESOLVED" | "CANCELLED";
            } | null;
            location: string | null;
            responded: boolean;
            /** @description Seconds from the fall to the first acknowledgement; null if nobody has answered, or if somebody reported it who was there */
            responseTime: number | null;
            /**
             * @description Whether a device detected the fall, or a person reported it
             * @enum {string}
             */
            source: "DETECTED" | "REPORTED" | "DEVICE_VERDICT";
            /** @enum {string} */
            status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
        };
        PatientHealth: {
            healthScore: number;
            isHighRisk: boolean;
            lastUpdate: string | null;
            /** Format: uuid */
            patientId: string;
            riskScore: number;
            vitals: {
                bloodPressure: string | null;
                heartRate: number | null;
                oxygenSaturation: number | null;
            };
        };
        PatientInvitation: {
            email: string | null;
            /** Format: date-time */
            expiresAt: string;
            /** @description True if it was sent to the e-mail address */
            mailed: boolean;
            /** @description What the person signs in with instead of an e-mail address; null without one */
            signInName: string | null;
            /** @description For POST /auth/accept-invitation; null if it was mailed */
            token: string | null;
            /** @description Null if it was mailed, or PUBLIC_URL is not set */
            url: string | null;
        };
        PatientItem: {
            /** Format: date-time */
            createdAt: string;
            dateOfBirth: string | null;
            /** @description Null for somebody without an e-mail address: a patient, or staff with a sign-in name */
            email: string | null;
            emergencyContact: string | null;
            firstName: string;
            healthScore: number;
            /** Format: uuid */
            id: string;
            /** @description The time of the last login or the last reading, whichever is later */
            lastActive: string | null;
            lastName: string;
            phone: string | null;
            /** @enum {string} */
            role: "PATIENT" | "CAREGIVER" | "ADMIN";
            /** @enum {string} */
            status: "active" | "inactive";
        };
        /** @description `PUT /patients/:id/detection` changes the sensitivity */
        PatientMonitoring: {
            /**
             * @description A battery of at most this level in two readings raises an alarm, in percent
             * @example 20
             */
            batteryLow: number | null;
            /**
             * @description At this level the alarm becomes urgent; not above `batteryLow`
             * @example 10
             */
            batteryUrgent: number | null;
            /**
             * @description How long they may be out of bed; 0 tells people at once
             * @example 15
             */
            bedExitAfterMinutes: number;
            /**
             * @description Whether it raises an incident if the patient leaves their bed and does not come back
             * @example true
             */
            bedExitEnabled: boolean;
            /**
             * @description An exit counts from this time on, by the clock of the installation
             * @example 22:00
             */
            bedExitFrom: string;
            /**
             * @description Until when an exit counts; the whole day if it is equal to `bedExitFrom`
             * @example 22:00
             */
            bedExitTo: string;
            /**
             * @description A heart rate above it for a minute raises an alarm; at least 20 above `heartRateLow`
             * @example 140
             */
            heartRateHigh: number | null;
            /**
             * @description A heart rate below it for a minute raises an alarm. Null switches that off, here and in the following fields.
             * @example 40
             */
            heartRateLow: number | null;
            /**
             * @description Whether a device whose battery was rising when it became silent raises no alarm for the first 12 hours
             * @example true
             */
            ignoreSilenceWhileCharging: boolean;
            /** @example 4 */
            inactivityAfterHours: number;
            /**
             * @description Whether hours without a sign of life raise an incident: without an event of a device of the patient, such as motion, a door or a button
             * @example false
             */
            inactivityEnabled: boolean;
            /**
             * @description The hours count from this time on, every day
             * @example 22:00
             */
            inactivityFrom: string;
            /**
             * @description Until when an incident is raised
             * @example 22:00
             */
            inactivityTo: string;
            /**
             * @description How long the patient can say that they are fine before a fall that a device detected is told to anybody. 0 for no such window. It does not apply to confirmed falls.
             * @example 0
             */
            okWindowSeconds: number;
            /**
             * @description How easily motion raises an alarm. On a busy wrist, `high` raises about ten false alarms a day, `normal` (the default) one a day and `low` one a week.
             * @example normal
             * @enum {string}
             */
            sensitivity: "high" | "normal" | "low";
            /**
             * @description After how many minutes without a reading a device is silent. Null for an automatic limit: 5 minutes, or three times the usual interval of the device if that is longer.
             * @example null
             */
            silentAfterMinutes: number | null;
            /**
             * @description Whether a silent device raises an alarm
             * @example true
             */
            silentEnabled: boolean;
            /**
             * @description An oxygen saturation below it for a minute raises an alarm, in percent
             * @example 88
             */
            spo2Low: number | null;
            /**
             * @description Whether a door of the patient that is opened raises an incident at once
             * @example false
             */
            wanderingEnabled: boolean;
            /**
             * @description From when on
             * @example 22:00
             */
            wanderingFrom: string;
            /**
             * @description Until when
             * @example 22:00
             */
            wanderingTo: string;
        };
        PatientNote: {
            author: components["schemas"]["ActingPerson"];
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            patientId: string;
            text: string;
        };
        PatientOverview: {
            /** @description The lowest of the devices that are enabled and sent within a day */
            battery: number | null;
            healthScore: number;
            lastReadingAt: string | null;
            name: string;
            /** @description The unresolved incident that the status comes from */
            openIncidentId: string | null;
            /** Format: uuid */
            patientId: string;
            /** @description Falls of the last 30 days, from POTENTIAL on */
            recentFalls: number;
            room: string | null;
            /** @description When it began; null for NO_DEVICE and FINE */
            since: string | null;
            site: string | null;
            /**
             * @description The worst that is the case
             * @enum {string}
             */
            status: "INCIDENT" | "SILENT" | "LOW_BATTERY" | "NO_DEVICE" | "FINE";
            ward: string | null;
            /**
             * @description What you are to the patient; STAFF for admins and stations
             * @enum {string}
             */
            you: "STAFF" | "RELATIVE" | "HELPING_RELATIVE";
        };
        PatientRelatives: {
            /** @description What holds at this moment */
            areHelpers: boolean;
            /** @description Whether the acknowledgement of a relative ends the escalation; null: while no staff is assigned to the patient */
            countAsHelpers: boolean | null;
            /** @description Whether relatives may change the place, the sensitivity, limits and devices, and invite the patient */
            mayManage: boolean;
            /** @description Those who are assigned as relatives; all others are staff */
            relatives: {
                /** Format: uuid */
                id: string;
                name: string;
                relationship: string | null;
            }[];
            you: {
                /** @description Your acknowledgement ends the escalation */
                helps: boolean;
                /** @description Null unless you are assigned */
                kind: ("STAFF" | "RELATIVE") | null;
                mayManage: boolean;
            };
        };
        PatientReport: {
            counts: {
                /** @description The patient said that they are fine before anybody was told */
                cancelled: number;
                /** @description Alarms of a fall that have not turned out to be something else */
                falls: number;
                falseAlarms: number;
                nearFalls: number;
                /** @description How many of these falls people reported, instead of a device */
                reported: number;
                tests: number;
            };
            /** Format: date-time */
            createdAt: string;
            devices: {
                /** Format: uuid */
                id: string;
                name: string;
                uptime: number | null;
            }[];
            /** @description From POTENTIAL on, oldest first */
            falls: {
                /** Format: date-time */
                at: string;
                /** Format: uuid */
                id: string;
                incidentId: string | null;
                /** @description As whoever resolved the incident recorded them */
                injuries: string | null;
                /** @enum {string} */
                level: "POTENTIAL" | "HIGH" | "CONFIRMED";
                location: string | null;
                outcome: ("REAL_FALL" | "NEAR_FALL" | "FALSE_ALARM" | "TEST" | "HELP_GIVEN" | "OTHER") | null;
                /** @description As whoever reported the fall described them */
                reportedInjuries: string | null;
                /** @description Where the patient lived at the time */
                residence: {
                    room: string | null;
                    site: string | null;
                    ward: string | null;
                } | null;
                responseSeconds: number | null;
                /** @enum {string} */
                source: "DETECTED" | "REPORTED" | "DEVICE_VERDICT";
                state: ("CHECKING" | "OPEN" | "ACKNOWLEDGED" | "RESOLVED" | "CANCELLED") | null;
                witnessed: boolean | null;
            }[];
            /** Format: date-time */
            from: string;
            /** @description Incidents of other kinds that were opened, without tests */
            incidents: {
                BED_EXIT: number;
                INACTIVITY: number;
                SOS: number;
                STAFF_ASSIST: number;
                WANDERING: number;
            };
            month: string;
            /** Format: uuid */
            patientId: string;
            patientName: string;
            /** @description Where the patient lives now; null if nobody has entered it */
            residence: {
                room: string | null;
                site: string | null;
                ward: string | null;
            } | null;
            /** @description How fast incidents of falls and calls for help were answered */
            responses: {
                answered: number;
                longestSeconds: number | null;
                medianSeconds: number | null;
                /** @description The 90th percentile: nine of ten were answered within this time */
                p90Seconds: number | null;
                unanswered: number;
                /** @description The share that was answered within that time. An unanswered incident counts once the time has passed */
                within60s: number | null;
                /** @description The share that was answered within that time. An unanswered incident counts once the time has passed */
                within180s: number | null;
            };
            timeZone: string;
            /**
             * Format: date-time
             * @description When the next month begins
             */
            to: string;
            /**
             * @description The share of hours with a reading, since the first device was added and up to now; null if there was no device, or its readings are not kept any more
             * @example 0.9871
             */
            uptime: number | null;
        };
        Person: {
            /** Format: uuid */
            id: string;
            name: string | null;
        };
        Profile: {
            avatar: string | null;
            /** Format: date-time */
            createdAt: string;
            dateOfBirth: string | null;
            /** @description Null for somebody without an e-mail address: a patient, or staff with a sign-in name */
            email: string | null;
            firstName: string;
            /** Format: uuid */
            id: string;
            lastLogin: string | null;
            lastName: string;
            phone: string | null;
            /** @enum {string} */
            role: "PATIENT" | "CAREGIVER" | "ADMIN";
            /** @description What the person signs in with instead of an e-mail address; absent without one */
            signInName?: string;
        };
        ProvisionedDevice: {
            batteryLevel: number | null;
            /** Format: date-time */
            createdAt: string;
            /** @description How often it is heard of, as set or as learned; null if neither is known */
            expectedEverySeconds: number | null;
            /** @description What the device calls itself, as it was written */
            externalId: string;
            firmwareVersion: string | null;
            /** Format: uuid */
            id: string;
            /** @description The device key, returned only once; revoked when the device is replaced */
            key: string;
            /** Format: uuid */
            keyId: string;
            /** @enum {string} */
            kind: "WEARABLE" | "BUTTON" | "PENDANT" | "RADAR" | "BED" | "DOOR" | "MOTION" | "PHONE" | "OTHER";
            lastSeen: string | null;
            /** @description The MAC address, or the `externalId` of a device without one */
            macAddress: string;
            name: string;
            place: components["schemas"]["DevicePlace"];
            setup: components["schemas"]["DeviceSetup"];
            /** @enum {string} */
            status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
            /** Format: date-time */
            updatedAt: string;
            /** @description Null of a shared device, which has a `place` */
            userId: string | null;
        };
        Reading: {
            accel: number[];
            batteryLevel: number | null;
            bluetoothConnected: boolean | null;
            fallConfidence: number;
            fsr: number | null;
            gyro: number[];
            /** @description Null, as the vital signs, while the patient does not share them */
            healthScore: number | null;
            heartRate: number | null;
            pressure: number | null;
            /** @description The samples of the reading, if the device sent any and `samples` is `true`; otherwise null */
            samples: {
                rateHz: number;
                values: number[][];
            } | null;
            sensorsInitialized: boolean | null;
            spo2: number | null;
            /** Format: date-time */
            timestamp: string;
            uptime: number;
            wifiConnected: boolean | null;
        };
        /** @description Most fields are null for caregivers who are not assigned to the patient */
        RecentFall: {
            confidence: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            location: string | null;
            patientName: string | null;
            responded: boolean | null;
            /** @description Seconds from the fall to the first acknowledgement; null if nobody has answered, or if somebody reported it who was there */
            responseTime: number | null;
            source: ("DETECTED" | "REPORTED" | "DEVICE_VERDICT") | null;
            /** @enum {string} */
            status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
            userId: string | null;
        };
        ReleasedNotifications: {
            /** @description Messages of before that are not sent any more */
            cancelled: number;
            /** @description Open incidents that begin anew */
            incidents: number;
        };
        ReplacementDevice: {
            batteryLevel: number | null;
            /** Format: date-time */
            createdAt: string;
            /** @description How often it is heard of, as set or as learned; null if neither is known */
            expectedEverySeconds: number | null;
            /** @description What the device calls itself, as it was written */
            externalId: string;
            firmwareVersion: string | null;
            /** Format: uuid */
            id: string;
            /** @description The device key, returned only once; revoked when the device is replaced */
            key: string;
            /** Format: uuid */
            keyId: string;
            /** @enum {string} */
            kind: "WEARABLE" | "BUTTON" | "PENDANT" | "RADAR" | "BED" | "DOOR" | "MOTION" | "PHONE" | "OTHER";
            lastSeen: string | null;
            /** @description The MAC address, or the `externalId` of a device without one */
            macAddress: string;
            name: string;
            place: components["schemas"]["DevicePlace"];
            /** Format: uuid */
            replacedDeviceId: string;
            /** @description How many keys were revoked */
            revokedKeys: number;
            setup: components["schemas"]["DeviceSetup"];
            /** @enum {string} */
            status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
            /** Format: date-time */
            updatedAt: string;
            /** @description Null of a shared device, which has a `place` */
            userId: string | null;
        };
        Representative: {
            name: string;
            /** Format: date-time */
            recordedAt: string;
            relationship: string;
        };
        Residence: {
            /** Format: uuid */
            patientId: string;
            room: string | null;
            site: string | null;
            ward: string | null;
        };
        RotaGap: {
            from: components["schemas"]["WeekTime"];
            to: components["schemas"]["WeekTime"];
        };
        RotaOfTeam: {
            /** @description When the rota has no shift; none if it has no shifts at all */
            gaps: components["schemas"]["RotaGap"][];
            /** Format: uuid */
            id: string;
            members: components["schemas"]["TeamMember"][];
            name: string;
            shifts: {
                caregivers: components["schemas"]["TeamMember"][];
                from: string;
                /** @description On the next day unless it is later than from */
                to: string;
                /**
                 * @description The day on which the shift begins
                 * @enum {string}
                 */
                weekday: "SUN" | "MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT";
            }[];
        };
        Rotas: {
            teams: components["schemas"]["RotaOfTeam"][];
            /** @example Europe/Madrid */
            timeZone: string;
        };
        SentMessage: {
            content: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            read: boolean;
            /**
             * @description Present if the recipient cannot sign in, and so will not read the message
             * @constant
             */
            recipientCanSignIn?: false;
            /** Format: uuid */
            recipientId: string;
            /** Format: uuid */
            senderId: string;
            /** @enum {string} */
            type: "TEXT" | "ALERT" | "NOTIFICATION";
        };
        Session: {
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: uuid */
            id: string;
            /** @description Whether the request came with it */
            isCurrent: boolean;
            /**
             * @description `HELP_PAGE` is the page of a patient in a browser that can only call for help and say “I’m fine”
             * @enum {string}
             */
            kind: "SESSION" | "HELP_PAGE";
            /** @description Of a `HELP_PAGE`, to the day; null for a session */
            lastUsedAt: string | null;
            /** @description The browser of a `HELP_PAGE`, as it names itself */
            userAgent: string | null;
        };
        Setup: {
            /** @description Whether a message has been accepted, or an incident acknowledged */
            alertTested: boolean;
            /** @description The newest caregiver */
            caregiverId: string | null;
            /** @description Of the newest device, also if it has not sent yet */
            macAddress: string | null;
            /** @description Whether you have changed your password */
            passwordChanged: boolean;
            /** @description The newest patient */
            patientId: string | null;
            /** @description Whether an admin or TIME_ZONE says in which time zone the home is */
            timeZoneChosen: boolean;
        };
        Share: {
            /** Format: date-time */
            createdAt: string;
            createdBy: components["schemas"]["Person"];
            /** Format: date-time */
            expiresAt: string;
            /** Format: uuid */
            id: string;
            label: string;
            lastUsedAt: string | null;
            openedCount: number;
            revokedAt: string | null;
            /**
             * @description `LOCKED` after five wrong codes
             * @enum {string}
             */
            state: "OPEN" | "EXPIRED" | "REVOKED" | "LOCKED";
            wrongCodes: number;
        };
        SharedFall: {
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            location: string | null;
            outcome: ("REAL_FALL" | "NEAR_FALL" | "FALSE_ALARM" | "TEST" | "HELP_GIVEN" | "OTHER") | null;
            /** @enum {string} */
            status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
        };
        SharedRecord: {
            /** Format: date-time */
            expiresAt: string;
            label: string;
            name: string;
            sharesVitals: boolean;
        };
        Sharing: {
            pausedAt: string | null;
            /** @description Whether others than the patient see vital signs */
            vitals: boolean;
        };
        ShiftSummary: {
            /**
             * Format: date-time
             * @description When the shift before the current one began; 12 hours ago without a rota
             */
            from: string;
            /** @description The notes of your teams since then, newest first; at most 20 */
            handovers: components["schemas"]["Handover"][];
            /** @description What began since then, newest first; at most 100 */
            incidents: components["schemas"]["Incident"][];
            /** Format: date-time */
            to: string;
        };
        Station: {
            /** @description Null if there is no code to sign in with */
            codeExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Null while no tablet has signed in */
            signedInAt: string | null;
            site: string | null;
            ward: string;
        };
        StationCode: {
            /**
             * @description Shown this once; valid for 15 minutes
             * @example K7QW2MNP
             */
            code: string;
            /** @description Null if there is no code to sign in with */
            codeExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Null while no tablet has signed in */
            signedInAt: string | null;
            site: string | null;
            /** @description The first 100 of them, by name */
            unconfirmed: components["schemas"]["UnconfirmedPatient"][];
            /** @description How many were placed in this ward by others than its team and admins, before it had a team or a station. They are not looked after by the team and not shown at the station until an admin or a member confirms the place with `PUT /patients/:id/residence`. */
            unconfirmedCount: number;
            ward: string;
        };
        Statistics: {
            activeDevices: number;
            caregiverAssignments: number;
            fallsToday: number;
            highRiskPatients: number;
            /** @enum {string} */
            systemHealth: "HEALTHY" | "DEGRADED" | "UNHEALTHY";
            totalUsers: number;
        };
        TeamDetail: {
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            members: components["schemas"]["TeamMember"][];
            name: string;
            /** @description Whom the team looks after, by room and name; at most 1000 */
            patients: components["schemas"]["TeamPatient"][];
            site: string | null;
            /** @description The first 100 of them, by name */
            unconfirmed: components["schemas"]["UnconfirmedPatient"][];
            /** @description How many were placed in this ward by others than its team and admins, before it had a team or a station. They are not looked after by the team and not shown at the station until an admin or a member confirms the place with `PUT /patients/:id/residence`. */
            unconfirmedCount: number;
            ward: string | null;
        };
        TeamMember: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        TeamPatient: {
            /** @description Chosen for the team, whether or not they live in its ward */
            chosen: boolean;
            /** Format: uuid */
            id: string;
            name: string;
            room: string | null;
        };
        TeamRota: {
            /** @description Of several, the one that began last */
            currentShift: {
                /** Format: date-time */
                endsAt: string;
                /** Format: date-time */
                startsAt: string;
            } | null;
            /** @description When the rota has no shift; none if it has no shifts at all */
            gaps: components["schemas"]["RotaGap"][];
            /** @description Who is on duty now */
            onDuty: components["schemas"]["TeamMember"][];
            shifts: {
                caregivers: components["schemas"]["TeamMember"][];
                from: string;
                /** @description On the next day unless it is later than from */
                to: string;
                /**
                 * @description The day on which the shift begins
                 * @enum {string}
                 */
                weekday: "SUN" | "MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT";
            }[];
            /** @example Europe/Madrid */
            timeZone: string;
        };
        /**
         * @description The device must wait before it sends again.
         * @example {
         *       "success": false,
         *       "error": "Too many readings: wait for the next allowed request",
         *       "code": "READING_TOO_EARLY",
         *       "retryAfter": 640
         *     }
         */
        TooEarly: {
            /**
             * @description What went wrong, for programs. A code keeps its meaning; further codes may be added, so treat an unknown one by its status.
             * @example NOT_FOUND
             * @enum {string}
             */
            code: "BAD_REQUEST" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UNAVAILABLE" | "INVALID_FIELDS" | "INVALID_HTTP" | "INVALID_HOST" | "INVALID_URL" | "INVALID_UTF8" | "INVALID_JSON" | "INVALID_CBOR" | "CONTENT_LENGTH_MISMATCH" | "REQUEST_CUT_OFF" | "AUTHENTICATION_REQUIRED" | "HTTPS_REQUIRED" | "NOT_ACCEPTABLE" | "REQUEST_TIMEOUT" | "LENGTH_REQUIRED" | "FILE_CHANGED" | "BODY_TOO_LARGE" | "PAYLOAD_TOO_LARGE" | "NOT_JSON" | "INVALID_RANGE" | "EXPECTATION_FAILED" | "HEADERS_TOO_LARGE" | "RESET_LINK_INVALID" | "CURRENT_PASSWORD_INCORRECT" | "CREDENTIALS_INCORRECT" | "SIGN_IN_INACTIVE" | "SIGNUP_CLOSED" | "SIGNUP_PATIENTS_ONLY" | "INVITE_NEEDS_ADMIN" | "INVITE_HAS_REPRESENTATIVE" | "USER_NOT_FOUND" | "SESSION_NOT_FOUND" | "EMAIL_TAKEN" | "SIGN_IN_NAME_TAKEN" | "ACCOUNT_INACTIVE" | "ACCOUNT_WITHOUT_EMAIL" | "ACCOUNT_HAS_PASSWORD" | "ACCOUNT_HAS_OTHER_EMAIL" | "ACCOUNT_HAS_OTHER_NAME" | "INVITATION_NOT_ACCEPTED" | "INVITATION_NEEDS_MAIL" | "LAST_ADMIN" | "TOO_MANY_SIGNUPS" | "TOO_MANY_LOGINS" | "TOO_MANY_PASSWORD_CHANGES" | "TOO_MANY_PASSWORD_RESETS" | "TOO_MANY_INVITATIONS" | "TOO_MANY_REQUESTS_AT_ONCE" | "SIGN_INS_BUSY" | "PASSWORD_RESETS_BUSY" | "INVITATION_NOT_MAILED" | "OTHER_OWNER" | "DEVICE_OWNER_ONLY" | "PATIENT_NOT_ASSIGNED" | "FALL_NOT_ASSIGNED" | "INCIDENT_NOT_ASSIGNED" | "WARD_OF_OTHER_TEAM" | "OTHER_CAREGIVER" | "ALERT_OF_OTHER_CAREGIVER" | "CAREGIVERS_ONLY" | "NOT_IN_TEAM" | "NOTE_AUTHOR_ONLY" | "MESSAGE_OF_OTHERS" | "MESSAGE_RECIPIENT_ONLY" | "PATIENT_DECIDES" | "PATIENT_NOT_FOUND" | "CAREGIVER_NOT_FOUND" | "NOTE_NOT_FOUND" | "MESSAGE_NOT_FOUND" | "TEAM_NOT_FOUND" | "STATION_NOT_FOUND" | "ASSIGNMENT_NOT_FOUND" | "MEMBER_NOT_FOUND" | "TEAM_PATIENT_NOT_FOUND" | "ALREADY_ASSIGNED" | "ASSIGNED_BY_TEAM" | "ALREADY_MEMBER" | "ALREADY_TEAM_PATIENT" | "TEAM_NAME_TAKEN" | "TEAM_LEAVES_PATIENTS" | "PLACE_WITHOUT_TEAM" | "WARD_NOT_FOUND" | "MOVE_NEEDS_CONFIRMATION" | "STATION_NAME_TAKEN" | "STATION_CODE_INVALID" | "TOO_MANY_WRONG_PINS" | "TOO_MANY_MESSAGES" | "INVALID_DEVICE_KEY" | "DEVICE_KEY_READINGS_ONLY" | "DEVICE_KEY_OF_OTHER" | "DEVICE_DISABLED" | "DEVICE_DELETED" | "DEVICE_NOT_REGISTERED" | "TOPIC_OF_OTHER_DEVICE" | "DEVICE_NOT_FOUND" | "DEVICE_KEY_NOT_FOUND" | "DEVICE_IS_THEIRS" | "MAC_TAKEN" | "TOO_MANY_DEVICES" | "TOO_MANY_DEVICES_WITH_REPLACED" | "TOO_MANY_DEVICE_KEYS" | "DEVICE_REPLACED_OR_DISABLED" | "DEVICE_REPLACED" | "READING_TOO_EARLY" | "BACKFILL_TOO_FAST" | "BATCHES_BUSY" | "NEW_DEVICES_BUSY" | "DEVICE_KEYS_BUSY" | "READING_LOOKUPS_BUSY" | "READINGS_BUSY" | "FALL_OF_SOMEBODY_ELSE" | "ACKNOWLEDGE_LINK_INVALID" | "CANNOT_ACKNOWLEDGE" | "RELATIVE_NOT_ALLOWED" | "RELATIVE_CANNOT_END" | "HANDLER_ONLY" | "ASSISTANCE_HANDLER_ONLY" | "PATIENT_SAYS" | "CALL_OF_OTHER" | "CALL_CALLED_OFF" | "ALARMS_NEED_ADMIN" | "FALL_NOT_FOUND" | "INCIDENT_NOT_FOUND" | "ALERT_NOT_FOUND" | "IDEMPOTENCY_KEY_REUSED" | "FALL_ALREADY_REPORTED" | "FALL_RECORD_CHANGED" | "FALL_RECORD_FULL" | "INCIDENT_HANDLED" | "INCIDENT_RESOLVED" | "INCIDENT_CANCELLED" | "NOT_ATTENDING" | "INCIDENT_NOT_HANDLED" | "INCIDENT_WITHOUT_OUTCOME" | "UNDO_EXPIRED" | "LINK_OF_EARLIER_MESSAGE" | "TOO_MANY_ENTRIES_TODAY" | "TIMELINE_FULL" | "FALLS_BUSY" | "DEVICE_EVENTS_BUSY" | "CHANNEL_NOT_SET_UP" | "MAIL_ADDRESS_REFUSED" | "CODE_EXPIRED" | "CODE_WRONG" | "CONTACT_OF_OTHER" | "CONTACT_NOT_FOUND" | "CONTACT_DELETED" | "WEBHOOK_NOT_FOUND" | "DELIVERY_NOT_FOUND" | "CONTACT_UNCONFIRMED" | "CONTACT_ENDED" | "TOO_MANY_CONTACTS" | "TOO_MANY_UNPROVEN_CONTACTS" | "TOO_MANY_WEBHOOKS" | "WEBHOOK_EXISTS" | "DELIVERY_ACCEPTED" | "DELIVERY_CONTACT_ENDED" | "DELIVERY_NOT_RETRIABLE" | "MESSAGES_NOT_HELD" | "MESSAGES_HELD_BY_SETTING" | "CODE_NOT_SENT" | "SHARE_LINK_INVALID" | "SHARED_RECORD_READERS_ONLY" | "SHARED_RECORD_READ_ONLY" | "LINK_NOT_FOUND" | "REPRESENTATIVE_NOT_FOUND" | "REPRESENTATIVE_REQUIRED" | "TOO_MANY_LINKS" | "EXPORT_RUNNING" | "IMPORT_ADDED_MEANWHILE" | "IMPORT_CHANGED_MEANWHILE" | "MAINTENANCE_RUNNING" | "EXPORTS_BUSY" | "RECORDS_BUSY" | "REPORTS_BUSY" | "SHARED_RECORDS_BUSY" | "FIGURES_BUSY";
            /** @description The values in the text of `error`, such as a limit; with `problems`, a message for each invalid field */
            details?: {
                [key: string]: string | number;
            };
            error: string;
            /** @description What is wrong with each invalid field, with the values in its message */
            problems?: {
                /** @enum {string} */
                code: "INVALID" | "REQUIRED" | "REQUIRED_WITH" | "REQUIRED_WITH_SITE" | "REQUIRED_WITH_PIN" | "REQUIRED_WITHOUT_EMAIL" | "REQUIRED_OR_WARD" | "REQUIRED_OR_SIGN_IN_NAME" | "NO_CHANGE" | "GIVEN_TWICE" | "NOT_SUPPORTED" | "WRONG_TYPE" | "NOT_WHOLE" | "NOT_TRUE" | "TOO_SMALL" | "TOO_LARGE" | "NOT_ABOVE" | "NOT_IN_RANGE" | "TOO_SHORT" | "TOO_LONG" | "TOO_MANY_READINGS" | "NOT_ONE_OF" | "NOT_SOME_OF" | "NOT_LIST_OF" | "BLANK" | "NOT_SINGLE_LINE" | "NOT_PLAIN_TEXT" | "NOT_VISIBLE" | "HAS_NUL" | "HAS_HALF_SURROGATE" | "NAME_NOT_ALLOWED" | "NAME_HAS_BAD_CHARACTERS" | "NESTED_TOO_DEEPLY" | "TOO_MANY_PARTS" | "LIKE_FORMULA" | "NAMES_EQUAL" | "NOT_UUID" | "NOT_EMAIL" | "NOT_SIGN_IN_NAME" | "NOT_PHONE" | "NOT_MAC" | "NOT_EXTERNAL_ID" | "NOT_SHARED" | "OWNER_OR_PLACE" | "NOT_EVENT_ID" | "NOT_BLOOD_PRESSURE" | "BLOOD_PRESSURE_OUT_OF_RANGE" | "NOT_ACTION" | "NOT_IDEMPOTENCY_KEY" | "NOT_ONE_CONTENT" | "NOT_BASE64" | "NOT_BASE64URL" | "NOT_CURVE_POINT" | "NOT_MULTIPLE" | "OTHER_DEVICE" | "NOT_DATE" | "NOT_TIMESTAMP" | "NOT_DATE_OR_TIMESTAMP" | "NOT_FHIR_DATE" | "NOT_MONTH" | "MONTH_REQUIRED" | "NOT_TIME" | "NOT_TIME_ZONE" | "NOT_DURATION" | "NOT_PAST" | "IN_FUTURE" | "TOO_OLD" | "NOT_BEFORE" | "AFTER" | "TOO_FAR_BEFORE" | "TOO_MANY_SPANS" | "NOT_FROM_LINK" | "NO_UPPERCASE" | "NO_LOWERCASE" | "NO_DIGIT" | "NO_SPECIAL" | "COMMON_PASSWORD" | "PASSWORDS_DIFFER" | "PASSWORD_INCORRECT" | "RESET_LINK_INVALID" | "INVITATION_INVALID" | "NOT_PIN" | "PIN_TOO_SIMPLE" | "WARD_UNKNOWN" | "PIN_INCORRECT" | "NOT_CODE" | "CODE_WRONG" | "CODE_EXPIRED" | "SELF" | "NOT_MEMBERS" | "NOT_OF_WARD" | "HEART_RATES_TOO_CLOSE" | "URGENT_ABOVE_LOW" | "STEPS_OUT_OF_ORDER" | "TOO_MANY_STEPS" | "NO_CHANNELS" | "REACHES_NOBODY" | "CHANNEL_NOT_SET_UP" | "ADDRESS_REFUSED" | "NOT_URL" | "NOT_HTTPS" | "NOT_HTTP" | "HAS_CREDENTIALS" | "PRIVATE_ADDRESS" | "NOT_TOPIC" | "OTHER_NTFY_SERVER" | "TOO_MANY_COLUMNS";
                details?: {
                    [key: string]: string | number;
                };
                field: string;
            }[];
            /**
             * @description Milliseconds until the device may send again. Absent if the address has sent too many refused requests; the header Retry-After then gives the time in seconds.
             * @example 640
             */
            retryAfter?: number;
            /** @constant */
            success: false;
        };
        UnconfirmedPatient: {
            /** Format: uuid */
            id: string;
            name: string;
            room: string | null;
        };
        User: {
            avatar: string | null;
            /** Format: date-time */
            createdAt: string;
            dateOfBirth: string | null;
            /** @description Null for somebody without an e-mail address: a patient, or staff with a sign-in name */
            email: string | null;
            firstName: string;
            /** Format: uuid */
            id: string;
            lastLogin: string | null;
            lastName: string;
            phone: string | null;
            /** @enum {string} */
            role: "PATIENT" | "CAREGIVER" | "ADMIN";
            /** @description What the person signs in with instead of an e-mail address; absent without one */
            signInName?: string;
            /** @enum {string} */
            status: "active" | "inactive";
        };
        Vitals: {
            batteryLevel: {
                avg: number;
                max: number;
                min: number;
            } | null;
            heartRate: {
                avg: number;
                max: number;
                min: number;
            } | null;
            oxygenSaturation: {
                avg: number;
                max: number;
                min: number;
            } | null;
            readings: number;
            /** Format: date-time */
            timestamp: string;
        };
        VitalSeries: {
            /** @description How much time each point stands for */
            bucketSeconds: number;
            /** Format: date-time */
            from: string;
            points: {
                /**
                 * Format: date-time
                 * @description When its time begins
                 */
                at: string;
                /** @description Null if it was not measured */
                heartRate: {
                    avg: number;
                    max: number;
                    min: number;
                } | null;
                /** @description Null if it was not measured */
                spo2: {
                    avg: number;
                    max: number;
                    min: number;
                } | null;
            }[];
            /** Format: date-time */
            to: string;
        };
        Ward: {
            /** @description Whether a team looks after it */
            hasTeam: boolean;
            /** @description How many patients live there */
            patientCount: number;
            site: string | null;
            ward: string;
        };
        Webhook: {
            /** Format: date-time */
            createdAt: string;
            /** @description Since when the receiver has answered 410 */
            endedAt: string | null;
            endReason: string | null;
            /** @description The events that the webhook receives; null for all */
            events: ("incident.opened" | "incident.closed")[] | null;
            /** Format: uuid */
            id: string;
            url: string;
        };
        WeekTime: {
            /** @example 22:00 */
            time: string;
            /** @enum {string} */
            weekday: "SUN" | "MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listBackups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backups of the embedded store */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Backups"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                channel?: "push" | "ntfy" | "mail" | "webhook";
                incidentId?: string;
                /** @description Entries per page, at most 100; the default is 10 */
                limit?: number;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                sort?: "created_at" | "createdAt";
                state?: "PENDING" | "SENDING" | "SENT" | "FAILED" | "CANCELLED";
                userId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            attempts: number;
                            /** Format: date-time */
                            createdAt: string;
                            /** @description Why the last attempt failed */
                            error: string | null;
                            /** @description The same as data; null of an error that has only a text */
                            failure: {
                                /** @enum {string} */
                                code: "RESPONSE" | "REDIRECT" | "NO_RESPONSE" | "TIMEOUT" | "NO_MAIL" | "MAIL_TIMEOUT" | "TOO_MANY_MAILS" | "TOO_MANY_WAITING" | "UNKNOWN_CHANNEL" | "HELD" | "STOPPING";
                                details?: {
                                    [key: string]: number;
                                };
                            } | null;
                            /** Format: uuid */
                            id: string;
                            incidentId: string | null;
                            /** @enum {string} */
                            purpose: "alert" | "closing" | "test" | "note" | "update" | "assistance";
                            /** @description When the receiver accepted it */
                            sentAt: string | null;
                            /** @enum {string} */
                            state: "PENDING" | "SENDING" | "SENT" | "FAILED" | "CANCELLED";
                            /** @description The step of the escalation, from 1; null for a test or a note */
                            step: number | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDetectionFigures: {
        parameters: {
            query?: {
                /** @description How many weeks, the current one included; the default is 12 */
                weeks?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Detection"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDevices: {
        parameters: {
            query?: {
                /** @description Entries per page, at most 100; the default is 10 */
                limit?: number;
                /** @description Its MAC address or other id, in any spelling */
                macAddress?: string;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                sort?: "created_at" | "createdAt" | "name" | "owner" | "room" | "team" | "battery" | "last_seen" | "lastSeen";
                userId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of devices with their owners */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminDevice"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    registerDevice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "macAddress": "AA:BB:CC:DD:EE:01",
                 *       "userId": "00000000-0000-0000-0000-000000000000",
                 *       "name": "Left wrist"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description How often the device is heard of: it is silent after twice that time. Without it, a wearable is silent after minutes, and another device after three times its usual interval, if it says that it is alive
                     * @example 86400
                     */
                    expectedEverySeconds?: number;
                    /**
                     * @description What the device calls itself as `device_id`, if it has no MAC address; in place of `macAddress`
                     * @example 00124B0024C8F1A7
                     */
                    externalId?: string;
                    /**
                     * @example BUTTON
                     * @enum {string}
                     */
                    kind?: "WEARABLE" | "BUTTON" | "PENDANT" | "RADAR" | "BED" | "DOOR" | "MOTION" | "PHONE" | "OTHER";
                    /**
                     * @description The address that the device sends as `device_id`. It need not be one that is burnt in: without it, the service makes a locally administered one (`02:…`).
                     * @example AA:BB:CC:DD:EE:FF
                     */
                    macAddress?: string;
                    /** @example Left wrist */
                    name?: string;
                    /** @description Of a shared device, such as the door of a ward, in place of an owner: the teams of the ward are told of its incidents */
                    place?: {
                        /** @default null */
                        room?: string | null;
                        /** @default null */
                        site?: string | null;
                        ward: string;
                    };
                    /**
                     * Format: uuid
                     * @description The owner; in place of `place`
                     */
                    userId?: string;
                    /** @description The hours in which a shared bed or door is watched; null for none, and without it from 22:00 to 06:00. What is watched of a patient is in `PUT /patients/:id/monitoring` */
                    watched?: {
                        /** @example 22:00 */
                        from: string;
                        /** @example 22:00 */
                        to: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The device, with a key and how to set it up */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProvisionedDevice"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateDeviceSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Bathroom cord",
                 *       "kind": "BUTTON",
                 *       "expectedEverySeconds": 86400
                 *     }
                 */
                "application/json": {
                    /** @description Null for what is learned */
                    expectedEverySeconds?: number | null;
                    /** @enum {string} */
                    kind?: "WEARABLE" | "BUTTON" | "PENDANT" | "RADAR" | "BED" | "DOOR" | "MOTION" | "PHONE" | "OTHER";
                    name?: string;
                    /** @description Where a shared device is */
                    place?: {
                        /** @default null */
                        room?: string | null;
                        /** @default null */
                        site?: string | null;
                        ward: string;
                    };
                    /** @description The hours in which a shared bed or door is watched; null for none */
                    watched?: {
                        /** @example 22:00 */
                        from: string;
                        /** @example 22:00 */
                        to: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Device"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    disableDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Device"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    enableDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Device"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    releaseDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The account that becomes the new owner. Without it, the MAC address is free to be registered.
                     */
                    userId?: string;
                };
            };
        };
        responses: {
            /** @description The device that was released */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            macAddress: string;
                            /** @description The device of the new owner; null if there is none */
                            newDeviceId: string | null;
                            /** @enum {boolean} */
                            released: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEscalationPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policies of the installation, one for each severity */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            isDefault: boolean;
                            policy: components["schemas"]["EscalationPolicy"];
                            /** @enum {string} */
                            severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
                        }[];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateEscalationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "severity": "HIGH",
                 *       "policy": {
                 *         "steps": [
                 *           {
                 *             "afterSeconds": 0,
                 *             "tell": [
                 *               {
                 *                 "who": "priority",
                 *                 "priority": 1,
                 *                 "channels": [
                 *                   "push",
                 *                   "live",
                 *                   "ntfy"
                 *                 ]
                 *               }
                 *             ]
                 *           },
                 *           {
                 *             "afterSeconds": 60,
                 *             "tell": [
                 *               {
                 *                 "who": "priority",
                 *                 "priority": 1,
                 *                 "channels": "all"
                 *               },
                 *               {
                 *                 "who": "priority",
                 *                 "priority": 2,
                 *                 "channels": [
                 *                   "push",
                 *                   "live"
                 *                 ]
                 *               }
                 *             ]
                 *           },
                 *           {
                 *             "afterSeconds": 180,
                 *             "tell": [
                 *               {
                 *                 "who": "assigned",
                 *                 "channels": "all"
                 *               },
                 *               {
                 *                 "who": "webhooks"
                 *               }
                 *             ]
                 *           },
                 *           {
                 *             "afterSeconds": 300,
                 *             "tell": [
                 *               {
                 *                 "who": "admins",
                 *                 "channels": "all"
                 *               }
                 *             ]
                 *           }
                 *         ],
                 *         "repeat": {
                 *           "steps": 2,
                 *           "everySeconds": 300
                 *         },
                 *         "quietAtNight": false
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Null returns to the policy that applies without this one. That of HIGH and CRITICAL must send a message to people within 10 minutes. */
                    policy: components["schemas"]["EscalationPolicyInput"] | null;
                    /** @enum {string} */
                    severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
                };
            };
        };
        responses: {
            /** @description The policies of the installation, one for each severity */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            isDefault: boolean;
                            policy: components["schemas"]["EscalationPolicy"];
                            /** @enum {string} */
                            severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
                        }[];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listFallStatistics: {
        parameters: {
            query?: {
                /** @description How many months, the current one included */
                months?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The falls of deleted people, by month, hour of day, level and outcome */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FallStatistic"][];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAllFalls: {
        parameters: {
            query?: {
                /** @description First date or time, inclusive */
                dateFrom?: string;
                /** @description Last date or time, inclusive */
                dateTo?: string;
                /** @description Entries per page, at most 100; the default is 10 */
                limit?: number;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                patientId?: string;
                severity?: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
                sort?: "created_at" | "createdAt" | "confidence";
                status?: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of falls */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminFall"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    investigateFall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "note": "Ask the caregiver how it happened"
                 *     }
                 */
                "application/json": {
                    /** @description Without it, an existing note is kept; an empty text removes it */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The fall, flagged */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminFall"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    importFiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "files": [
                 *         {
                 *           "name": "residents.csv",
                 *           "content": "reference,firstName,lastName,site,ward,room\n1001,Irma,Voss,Elm House,B,12\n1002,Otto,Lang,Elm House,B,14\n"
                 *         }
                 *       ],
                 *       "dryRun": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Only tell what would happen
                     * @default false
                     */
                    dryRun?: boolean;
                    files: {
                        /**
                         * @description The field of a column, by its title, if it is not recognised; null leaves the column out
                         * @example {
                         *       "Stockwerk": "ward"
                         *     }
                         */
                        columns?: {
                            [key: string]: ("reference" | "firstName" | "lastName" | "fullName" | "role" | "email" | "signInName" | "phone" | "dateOfBirth" | "emergencyContact" | "site" | "ward" | "room" | "team" | "caregiverEmails" | "relationship" | "kind" | "relativeOf" | "priority" | "macAddress" | "deviceName") | null;
                        };
                        /** @description The text of the file */
                        content?: string;
                        /**
                         * Format: byte
                         * @description The bytes of the file instead, so that the service finds out their encoding: UTF-8, Windows-1252, or UTF-16 with a byte order mark
                         */
                        contentBase64?: string;
                        /** @description How dates are meant, if the file leaves it open: see `questions` */
                        dates?: {
                            /**
                             * @description What 10/8/1945 means
                             * @enum {string}
                             */
                            dateOrder?: "DAY_FIRST" | "MONTH_FIRST";
                            /**
                             * @description What 08.10.45 means: 1945; with `LAST_HUNDRED_YEARS`, 08.10.20 means 2020, not 1920
                             * @enum {string}
                             */
                            twoDigitYears?: "NINETEEN_HUNDREDS" | "LAST_HUNDRED_YEARS";
                        };
                        /** @example residents.csv */
                        name: string;
                        /**
                         * @description What the people of the file are whose lines have no role, or a word that is unknown. Without it, the name of the file decides, such as `staff.csv`
                         * @enum {string}
                         */
                        role?: "PATIENT" | "CAREGIVER" | "RELATIVE";
                    }[];
                    /**
                     * @description Whether invitations are sent to e-mail addresses, if the service sends mail
                     * @default true
                     */
                    mail?: boolean;
                };
            };
        };
        responses: {
            /** @description What was changed, what would happen, or why nothing was imported */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Import"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description What was imported */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Import"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description Only entries with this action, such as `user.deleted` */
                action?: string;
                actorId?: string;
                /** @description First date or time, inclusive */
                dateFrom?: string;
                /** @description Last date or time, inclusive */
                dateTo?: string;
                level?: "error" | "warning" | "info";
                /** @description Entries per page, at most 100; the default is 10 */
                limit?: number;
                /** @description `true` adds `actorName`, `subjectName` and `mentions` */
                names?: "true" | "false";
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                /** @description `false` leaves out that people have read records, which most entries say */
                reads?: "true" | "false";
                sort?: "created_at" | "createdAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of audit entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditLine"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    runMaintenance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "task": "cleanup_sessions",
                 *       "options": {
                 *         "dryRun": true
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @default {
                     *       "dryRun": false
                     *     }
                     */
                    options?: {
                        /**
                         * @description Only return what would be done
                         * @default false
                         */
                        dryRun?: boolean;
                    };
                    /** @enum {string} */
                    task: "cleanup_readings" | "cleanup_logs" | "cleanup_sessions" | "recalculate_health" | "analyze_database";
                };
            };
        };
        responses: {
            /** @description The task that was run, and its result */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Maintenance"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    invitePatientAsAdmin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "irma@example.org",
                 *       "firstName": "Irma",
                 *       "lastName": "Voss",
                 *       "dateOfBirth": "1938-02-01"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date
                     * @example 1941-05-17
                     */
                    dateOfBirth?: string;
                    /** @description Without one the patient cannot sign in and is not invited */
                    email?: string | null;
                    /** @example +34 600 123 456 */
                    emergencyContact?: string;
                    /** @example Luis */
                    firstName: string;
                    /** @example Vega */
                    lastName: string;
                    /** @example ana.gil */
                    signInName?: string;
                };
            };
        };
        responses: {
            /** @description The new patient and the invitation */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewPatient"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    recordRepresentative: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ana Gil",
                 *       "relationship": "Daughter, by power of attorney"
                 *     }
                 */
                "application/json": {
                    name: string;
                    relationship: string;
                };
            };
        };
        responses: {
            /** @description The representative */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Representative"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeRepresentative: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            /** Format: uuid */
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    releaseNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the release has led to */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReleasedNotifications"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getHomeReport: {
        parameters: {
            query: {
                /** @description `csv` downloads a table: a line for each patient, and one for each fall */
                format?: "json" | "csv";
                /** @description A month in the time zone of the installation, written `YYYY-MM` */
                month: string;
                /** @description Only what happened while patients lived at this site */
                site?: string;
                /** @description Only what happened while patients lived in this ward */
                ward?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The month of a home */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HomeReport"];
                        /** @enum {boolean} */
                        success: true;
                    };
                    "text/csv": string;
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRotas: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rotas of all teams, by name; at most 100 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Rotas"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateRotas: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "teams": []
                 *     }
                 */
                "application/json": {
                    /** @description The teams whose rotas change; the others keep theirs */
                    teams: {
                        /** @description All shifts of a week; none if the own hours of the members shall count */
                        shifts: {
                            caregiverIds: string[];
                            from: string;
                            /** @description On the next day unless it is later than from */
                            to: string;
                            /**
                             * @description The day on which the shift begins
                             * @enum {string}
                             */
                            weekday: "SUN" | "MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT";
                        }[];
                        /** Format: uuid */
                        teamId: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The rotas of all teams, by name; at most 100 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Rotas"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How far the installation is set up */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Setup"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listStations: {
        parameters: {
            query?: {
                /** @description Entries per page, at most 100; the default is 10 */
                limit?: number;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                sort?: "name" | "created_at" | "createdAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of stations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Station"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createStation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "North, corridor",
                 *       "site": "House of the Lindens",
                 *       "ward": "North"
                 *     }
                 */
                "application/json": {
                    name: string;
                    site?: string | null;
                    ward: string;
                };
            };
        };
        responses: {
            /** @description The station and its one-time code */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StationCode"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteStation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            /** Format: uuid */
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createStationCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The station and its one-time code */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StationCode"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStatistics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Statistics"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTeams: {
        parameters: {
            query?: {
                /** @description Entries per page, at most 100; the default is 10 */
                limit?: number;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                sort?: "name" | "created_at" | "createdAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of teams */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedTeam"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createTeam: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "North, ground floor",
                 *       "site": "House of the Lindens",
                 *       "ward": "North"
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @description As in the residences of patients; needs a ward */
                    site?: string | null;
                    /** @description The patients who live there are those of the team; null for chosen ones only */
                    ward?: string | null;
                };
            };
        };
        responses: {
            /** @description The team, with its members and patients */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TeamDetail"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The team, with its members and patients */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TeamDetail"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateTeam: {
        parameters: {
            query?: {
                /** @description The team leaves the ward, even if patients there have no other caregiver */
                withoutCaregivers?: "true" | "false";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "North, first floor"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    /** @description As in the residences of patients; needs a ward */
                    site?: string | null;
                    /** @description The patients who live there are those of the team; null for chosen ones only */
                    ward?: string | null;
                };
            };
        };
        responses: {
            /** @description The team, with its members and patients */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TeamDetail"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            /** Format: uuid */
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                caregiverId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The team, with its members and patients */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TeamDetail"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                caregiverId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            caregiverId: string;
                            /** @enum {boolean} */
                            removed: true;
                            /** Format: uuid */
                            teamId: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addTeamPatient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                patientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The team, with its members and patients */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TeamDetail"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeTeamPatient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                patientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            patientId: string;
                            /** @enum {boolean} */
                            removed: true;
                            /** Format: uuid */
                            teamId: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRota: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rota */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TeamRota"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateRota: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "shifts": [
                 *         {
                 *           "weekday": "MON",
                 *           "from": "22:00",
                 *           "to": "06:00",
                 *           "caregiverIds": []
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description All shifts of a week; none if the own hours of the members shall count */
                    shifts: {
                        caregiverIds: string[];
                        from: string;
                        /** @description On the next day unless it is later than from */
                        to: string;
                        /**
                         * @description The day on which the shift begins
                         * @enum {string}
                         */
                        weekday: "SUN" | "MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT";
                    }[];
                };
            };
        };
        responses: {
            /** @description The rota */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TeamRota"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTimeZone: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time zone of the installation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InstallationTimeZone"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateTimeZone: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "timeZone": "Europe/Madrid"
                 *     }
                 */
                "application/json": {
                    /** @description The name of a time zone, such as Europe/Madrid; null leaves it to TIME_ZONE */
                    timeZone: string | null;
                };
            };
        };
        responses: {
            /** @description The time zone of the installation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InstallationTimeZone"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description `true` adds `residence`, `teams`, `reachable` and `invitation` */
                details?: "true" | "false";
                /** @description Entries per page, at most 100; the default is 10 */
                limit?: number;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                role?: "PATIENT" | "CAREGIVER" | "ADMIN";
                /** @description Part of the name, the e-mail address, the sign-in name, the site, the ward or the room */
                search?: string;
                sort?: "created_at" | "createdAt" | "last_name" | "lastName" | "first_name" | "firstName" | "email" | "last_login" | "lastLogin" | "name" | "room" | "team" | "reachable" | "invitation";
                status?: "active" | "inactive";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedUser"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["User"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "phone": "+34 600 123 456"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date
                     * @example 1941-05-17
                     */
                    dateOfBirth?: string;
                    /**
                     * Format: email
                     * @example rosa@example.org
                     */
                    email?: string;
                    firstName?: string;
                    lastName?: string;
                    /** @example +34 600 123 456 */
                    phone?: string;
                    /** @example ana.gil */
                    signInName?: string;
                    /** @enum {string} */
                    status?: "active" | "inactive";
                };
            };
        };
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["User"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: {
                /** @description `true` keeps the number of their falls by month, hour, level and outcome, without whose they were */
                keepStatistics?: "true" | "false";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            /** Format: uuid */
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createDeviceKeyForUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Left wrist"
                 *     }
                 */
                "application/json": {
                    /**
                     * @default Device key
                     * @example Left wrist
                     */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The new device key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewDeviceKey"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    renewInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /**
                     * Format: email
                     * @description For an account without an e-mail address; stored as its address
                     * @example rosa@example.org
                     */
                    email?: string;
                    /**
                     * @description Instead of an e-mail address: what the person signs in with. Only admins give one
                     * @example ana.gil
                     */
                    signInName?: string;
                };
            };
        };
        responses: {
            /** @description The invitation, which is shown this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invitation"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link, which is shown this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PasswordLink"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeUserRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "PATIENT"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    role: "PATIENT" | "CAREGIVER" | "ADMIN";
                };
            };
        };
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["User"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSessionsOfUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The open sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Session"][];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endSessionOfUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            /** Format: uuid */
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getVocabulary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The words of the console */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InstallationVocabulary"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateVocabulary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vocabulary": "FAMILY"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description HOME: residents and staff; FAMILY: patients and caregivers, who may be relatives
                     * @enum {string}
                     */
                    vocabulary: "HOME" | "FAMILY";
                };
            };
        };
        responses: {
            /** @description The words of the console */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InstallationVocabulary"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWards: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wards, by site and name; at most 500 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Ward"][];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.org/fallwatch"
                 *     }
                 */
                "application/json": {
                    /** @description The events that the webhook receives; null for all */
                    events?: ("incident.opened" | "incident.closed")[] | null;
                    url: string;
                };
            };
        };
        responses: {
            /** @description The webhook, with its secret */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The events that the webhook receives; null for all */
                            events: ("incident.opened" | "incident.closed")[] | null;
                            /** Format: uuid */
                            id: string;
                            /**
                             * @description Signs the messages; it is shown only this once
                             * @example whsec_…
                             */
                            secret: string;
                            url: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            /** Format: uuid */
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook, with its secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The events that the webhook receives; null for all */
                            events: ("incident.opened" | "incident.closed")[] | null;
                            /** Format: uuid */
                            id: string;
                            /**
                             * @description Signs the messages; it is shown only this once
                             * @example whsec_…
                             */
                            secret: string;
                            url: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the test message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            deliveryId: string;
                            error: string | null;
                            /** @description The same as data; null of an error that has only a text */
                            failure: {
                                /** @enum {string} */
                                code: "RESPONSE" | "REDIRECT" | "NO_RESPONSE" | "TIMEOUT" | "NO_MAIL" | "MAIL_TIMEOUT" | "TOO_MANY_MAILS" | "TOO_MANY_WAITING" | "UNKNOWN_CHANNEL" | "HELD" | "STOPPING";
                                details?: {
                                    [key: string]: number;
                                };
                            } | null;
                            /** @enum {string} */
                            state: "PENDING" | "SENDING" | "SENT" | "FAILED" | "CANCELLED";
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "<token of the invitation>",
                 *       "password": "Sunny-Day-42!"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: password
                     * @description 8 to 128 characters, with an uppercase letter, a lowercase letter, a digit and one of !@#$%^&*. The most common passwords are refused.
                     * @example Sunny-Day-42!
                     */
                    password: string & (unknown & unknown & unknown & unknown);
                    /** @description The one-time token from the response that created the invitation */
                    token: string;
                };
            };
        };
        responses: {
            /** @description The account and a token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Null for somebody without an e-mail address: a patient, or staff with a sign-in name */
                            email: string | null;
                            firstName: string;
                            /** Format: uuid */
                            id: string;
                            lastName: string;
                            /** @enum {string} */
                            role: "PATIENT" | "CAREGIVER" | "ADMIN";
                        };
                        /** @enum {boolean} */
                        success: true;
                        /** @description JWT, to be sent as `Authorization: Bearer <token>` */
                        token: string;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "rosa@example.org"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @example rosa@example.org
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Accepted, whether or not there is such an account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Whether this installation sends links by mail; otherwise an admin has to make one */
                            mail: boolean;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "rosa@example.org",
                 *       "password": "Sunny-Day-42!"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The e-mail address, or the sign-in name of somebody without one
                     * @example rosa@example.org
                     */
                    email: string;
                    /**
                     * Format: password
                     * @example Sunny-Day-42!
                     */
                    password: string;
                };
            };
        };
        responses: {
            /** @description The account and a token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Null for somebody without an e-mail address: a patient, or staff with a sign-in name */
                            email: string | null;
                            firstName: string;
                            /** Format: uuid */
                            id: string;
                            lastName: string;
                            /** @enum {string} */
                            role: "PATIENT" | "CAREGIVER" | "ADMIN";
                        };
                        /** @enum {boolean} */
                        success: true;
                        /** @description JWT, to be sent as `Authorization: Bearer <token>` */
                        token: string;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            message: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "<token of the link>",
                 *       "password": "Sunny-Day-42!"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: password
                     * @description 8 to 128 characters, with an uppercase letter, a lowercase letter, a digit and one of !@#$%^&*. The most common passwords are refused.
                     * @example Sunny-Day-42!
                     */
                    password: string & (unknown & unknown & unknown & unknown);
                    /** @description The one-time token: the part of the link after the # */
                    token: string;
                };
            };
        };
        responses: {
            /** @description The account and a token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Null for somebody without an e-mail address: a patient, or staff with a sign-in name */
                            email: string | null;
                            firstName: string;
                            /** Format: uuid */
                            id: string;
                            lastName: string;
                            /** @enum {string} */
                            role: "PATIENT" | "CAREGIVER" | "ADMIN";
                        };
                        /** @enum {boolean} */
                        success: true;
                        /** @description JWT, to be sent as `Authorization: Bearer <token>` */
                        token: string;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "rosa@example.org",
                 *       "password": "Sunny-Day-42!",
                 *       "firstName": "Rosa",
                 *       "lastName": "Marín",
                 *       "role": "PATIENT"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @example rosa@example.org
                     */
                    email: string;
                    /** @example Rosa */
                    firstName: string;
                    /** @example Marín */
                    lastName: string;
                    /**
                     * Format: password
                     * @description 8 to 128 characters, with an uppercase letter, a lowercase letter, a digit and one of !@#$%^&*. The most common passwords are refused.
                     * @example Sunny-Day-42!
                     */
                    password: string & (unknown & unknown & unknown & unknown);
                    /**
                     * @default PATIENT
                     * @enum {string}
                     */
                    role?: "PATIENT" | "CAREGIVER";
                };
            };
        };
        responses: {
            /** @description The new account and a token */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            createdAt: string;
                            /** @description Null for somebody without an e-mail address: a patient, or staff with a sign-in name */
                            email: string | null;
                            firstName: string;
                            /** Format: uuid */
                            id: string;
                            lastName: string;
                            /** @enum {string} */
                            role: "PATIENT" | "CAREGIVER" | "ADMIN";
                        };
                        /** @enum {boolean} */
                        success: true;
                        /** @description JWT, to be sent as `Authorization: Bearer <token>` */
                        token: string;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signInStation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "K7QW2MNP"
                 *     }
                 */
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description The station and a token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            site: string | null;
                            ward: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                        /** @description JWT, valid until the station is deleted */
                        token: string;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCaregivers: {
        parameters: {
            query?: {
                /** @description Entries per page, at most 100; the default is 10 */
                limit?: number;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                sort?: "created_at" | "createdAt" | "last_name" | "lastName" | "first_name" | "firstName" | "email";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of caregivers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Caregiver"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    inviteCaregiver: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ana@example.org",
                 *       "firstName": "Ana",
                 *       "lastName": "Gil",
                 *       "phone": "+34 600 123 456",
                 *       "specialization": "Geriatrics",
                 *       "organization": "Casa Verde"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @example rosa@example.org
                     */
                    email?: string;
                    /** @example Ana */
                    firstName: string;
                    /** @example Gil */
                    lastName: string;
                    /** @example Casa Verde */
                    organization?: string;
                    /** @example +34 600 123 456 */
                    phone?: string;
                    /**
                     * @description What somebody without an e-mail address signs in with
                     * @example ana.gil
                     */
                    signInName?: string;
                    /** @example Geriatrics */
                    specialization?: string;
                };
            };
        };
        responses: {
            /** @description The new caregiver and the invitation */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewCaregiver"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCaregiver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caregiver */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Caregiver"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateCaregiver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "phone": "+34 600 123 456"
                 *     }
                 */
                "application/json": {
                    /** @example Ana */
                    firstName?: string;
                    /** @example Gil */
                    lastName?: string;
                    /** @example Casa Verde */
                    organization?: string;
                    /** @example +34 600 123 456 */
                    phone?: string;
                    /** @example Geriatrics */
                    specialization?: string;
                };
            };
        };
        responses: {
            /** @description The caregiver */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Caregiver"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteCaregiver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            /** Format: uuid */
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAssignedPatients: {
        parameters: {
            query?: {
                /** @description Entries per page, at most 100; the default is 10 */
                limit?: number;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                /** @description `true` adds the `priority`, `kind` and `relationship` of each assignment */
                priorities?: "true" | "false";
                sort?: "created_at" | "createdAt" | "last_name" | "lastName" | "first_name" | "firstName" | "email";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of assigned patients */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AssignedPatient"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    assignPatient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "patientId": "00000000-0000-0000-0000-000000000000",
                 *       "relationship": "Daughter",
                 *       "kind": "RELATIVE"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What the caregiver is to the patient: staff, or a relative, neighbour or friend
                     * @default STAFF
                     * @enum {string}
                     */
                    kind?: "STAFF" | "RELATIVE";
                    /** Format: uuid */
                    patientId: string;
                    /**
                     * @description Who is notified first: 1 before 2, up to 5
                     * @default 1
                     * @example 1
                     */
                    priority?: number;
                    /** @example Daughter */
                    relationship?: string;
                };
            };
        };
        responses: {
            /** @description The assignment */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Assignment"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateAssignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                patientId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "priority": 1
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What the caregiver is to the patient: staff, or a relative, neighbour or friend
                     * @enum {string}
                     */
                    kind?: "STAFF" | "RELATIVE";
                    /**
                     * @description Who is notified first: 1 before 2, up to 5
                     * @example 1
                     */
                    priority?: number;
                    /**
                     * @description Null clears it
                     * @example Daughter
                     */
                    relationship?: string | null;
                };
            };
        };
        responses: {
            /** @description The assignment with its priority and kind */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            caregiverId: string;
                            /** Format: date-time */
                            createdAt: string;
                            /**
                             * @description What the caregiver is to the patient: staff, or a relative, neighbour or friend
                             * @enum {string}
                             */
                            kind: "STAFF" | "RELATIVE";
                            /** Format: uuid */
                            patientId: string;
                            /**
                             * @description Who is notified first: 1 before 2, up to 5
                             * @example 1
                             */
                            priority: number;
                            relationship: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    unassignPatient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                patientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assignment that was removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            caregiverId: string;
                            /** Format: uuid */
                            patientId: string;
                            /** @enum {boolean} */
                            unassigned: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description Entries per page, at most 100; the default is 100 */
                limit?: number;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                sort?: "created_at" | "createdAt";
                status?: "active" | "acknowledged" | "handled" | "all";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of alerts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CaregiverAlert"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    acknowledgeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The acknowledged alert */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CaregiverAlert"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOwnCaregiverProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caregiver */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Caregiver"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOwnDuty: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your duty */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Weekly hours in the time zone of the installation; null means always */
                            hours: {
                                days: ("SUN" | "MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT")[];
                                from: string;
                                /** @description On the next day unless it is later than from */
                                to: string;
                            }[] | null;
                            /** @description As you said; with hours, only within them */
                            onDuty: boolean;
                            onDutyNow: boolean;
                            /** @description Your teams with a rota: for their patients it counts, and not your own hours */
                            rotas: {
                                onDutyNow: boolean;
                                /** Format: uuid */
                                teamId: string;
                                teamName: string;
                            }[];
                            /** @example Europe/Madrid */
                            timeZone: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateOwnDuty: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "onDuty": true,
                 *       "hours": [
                 *         {
                 *           "days": [
                 *             "MON",
                 *             "TUE",
                 *             "WED",
                 *             "THU",
                 *             "FRI"
                 *           ],
                 *           "from": "08:00",
                 *           "to": "20:00"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Weekly hours in the time zone of the installation; null means always */
                    hours?: {
                        days: ("SUN" | "MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT")[];
                        from: string;
                        /** @description On the next day unless it is later than from */
                        to: string;
                    }[] | null;
                    onDuty: boolean;
                };
            };
        };
        responses: {
            /** @description Your duty */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Weekly hours in the time zone of the installation; null means always */
                            hours: {
                                days: ("SUN" | "MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT")[];
                                from: string;
                                /** @description On the next day unless it is later than from */
                                to: string;
                            }[] | null;
                            /** @description As you said; with hours, only within them */
                            onDuty: boolean;
                            onDutyNow: boolean;
                            /** @description Your teams with a rota: for their patients it counts, and not your own hours */
                            rotas: {
                                onDutyNow: boolean;
                                /** Format: uuid */
                                teamId: string;
                                teamName: string;
                            }[];
                            /** @example Europe/Madrid */
                            timeZone: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOwnPin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your PIN for stations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            hasPin: boolean;
                            updatedAt: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateOwnPin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "pin": "4711",
                 *       "currentPassword": "Sunny-Day-42!"
                 *     }
                 */
                "application/json": {
                    /** Format: password */
                    currentPassword: string;
                    /** @description Not one that others would try first: 1111, 1234, 4321, 1212, 1122 or a year */
                    pin: string;
                };
            };
        };
        responses: {
            /** @description Your PIN for stations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            hasPin: boolean;
                            updatedAt: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Device"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Left wrist"
                 *     }
                 */
                "application/json": {
                    /** @example Left wrist */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Device"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDeviceDetection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The detection settings of the device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeviceDetection"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateDeviceDetection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "placement": "wrist"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Where the device is worn; `unknown` is treated as the wrist
                     * @example wrist
                     * @enum {string}
                     */
                    placement: "wrist" | "waist" | "pocket" | "unknown";
                };
            };
        };
        responses: {
            /** @description The detection settings of the device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeviceDetection"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDeviceEvents: {
        parameters: {
            query?: {
                /** @description Entries per page, at most 100; the default is 20 */
                limit?: number;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                sort?: "received_at" | "receivedAt";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeviceEvent"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDeviceLogs: {
        parameters: {
            query?: {
                /** @description Entries per page, at most 100; the default is 20 */
                limit?: number;
                logType?: "error" | "warning" | "info";
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                sort?: "created_at" | "createdAt";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of log entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeviceLog"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDeviceReadings: {
        parameters: {
            query?: {
                from?: string;
                /** @description Entries per page, at most 100; the default is 100 */
                limit?: number;
                samples?: "true" | "false";
                to?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of readings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Reading"][];
                        pagination: {
                            limit: number;
                            /** @description Pass it as `to` to get the next page; null on the last page */
                            next: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /**
                     * @description What the device calls itself as `device_id`, if it has no MAC address; in place of `macAddress`
                     * @example 00124B0024C8F1A7
                     */
                    externalId?: string;
                    /**
                     * @description The address that the device sends as `device_id`. It need not be one that is burnt in: without it, the service makes a locally administered one (`02:…`).
                     * @example AA:BB:CC:DD:EE:FF
                     */
                    macAddress?: string;
                };
            };
        };
        responses: {
            /** @description The new device, with a key and how to set it up */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReplacementDevice"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDeviceStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status of the device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeviceStatus"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sendDeviceEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "device_id": "00124B0024C8F1A7",
                 *       "event": "alive",
                 *       "battery_level": 71
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When it happened; not in the future. An event that is older than 15 minutes is late: only `sos` and `fall` still notify people.
                     */
                    at?: string;
                    /**
                     * @description In percent
                     * @example 71
                     */
                    battery_level?: number;
                    /** @description How sure the device is of a `fall`; without it, the fall is POTENTIAL */
                    confidence?: number;
                    /**
                     * @description In words of the device
                     * @example bathroom cord
                     */
                    detail?: string;
                    /**
                     * @description A MAC address, an EUI-64, an IMEI or a serial number: compared without case and separators
                     * @example 00124B0024C8F1A7
                     */
                    device_id: string;
                    /**
                     * @example alive
                     * @enum {string}
                     */
                    event: "sos" | "sos_cancelled" | "fall" | "fall_cleared" | "bed_exit" | "bed_return" | "door_opened" | "door_closed" | "no_motion" | "motion" | "assist" | "tamper" | "test" | "battery" | "alive";
                    /**
                     * @description The same in every repetition: for a week it is the same event. Without it, the same event of a device within 10 seconds is the same.
                     * @example 7f1c2a
                     */
                    event_id?: string;
                };
            };
        };
        responses: {
            /** @description What came of the event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeviceEventOutcome"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TooEarly"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDeviceKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device keys of the caller */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeviceKey"][];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createDeviceKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Left wrist"
                 *     }
                 */
                "application/json": {
                    /**
                     * @default Device key
                     * @example Left wrist
                     */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The new device key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewDeviceKey"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeDeviceKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            /** Format: uuid */
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sendReading: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "device_id": "AA:BB:CC:DD:EE:FF",
                 *       "accel_x": 0.12,
                 *       "accel_y": -0.25,
                 *       "accel_z": 9.79,
                 *       "gyro_x": 0.5,
                 *       "gyro_y": -0.3,
                 *       "gyro_z": 0.1,
                 *       "uptime_ms": 123456,
                 *       "heart_rate": 72,
                 *       "spo2": 97,
                 *       "battery_level": 81.5
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The mean acceleration of the second: [x, y, z] in m/s². Requires accel_peak and accel_spread
                     * @example [
                     *       0.1,
                     *       0.2,
                     *       9.8
                     *     ]
                     */
                    accel_mean?: [
                        number,
                        number,
                        number
                    ];
                    /**
                     * @description The largest acceleration of the second: [x, y, z] in m/s². Requires accel_mean and accel_spread
                     * @example [
                     *       0.4,
                     *       0.2,
                     *       12.1
                     *     ]
                     */
                    accel_peak?: [
                        number,
                        number,
                        number
                    ];
                    /**
                     * @description The standard deviation of the acceleration vector around its mean over the second, in m/s². Requires accel_peak and accel_mean
                     * @example 0.6
                     */
                    accel_spread?: number;
                    /**
                     * @description Acceleration in m/s²
                     * @example 9.81
                     */
                    accel_x: number;
                    /**
                     * @description Acceleration in m/s²
                     * @example 9.81
                     */
                    accel_y: number;
                    /**
                     * @description Acceleration in m/s²
                     * @example 9.81
                     */
                    accel_z: number;
                    /**
                     * @description Battery level in percent
                     * @example 81.5
                     */
                    battery_level?: number;
                    bluetooth_connected?: boolean;
                    /**
                     * @description The button that the wearer pressed: `sos` asks for help, `ok` says that they are fine
                     * @enum {string}
                     */
                    button?: "sos" | "ok";
                    /** Format: date-time */
                    client_timestamp?: string;
                    /** @example AA:BB:CC:DD:EE:FF */
                    device_id: string;
                    /** @example 2.1.0 */
                    firmware_version?: string;
                    /** @description Foot pressure, from 0 to 1 */
                    fsr?: number;
                    /**
                     * @description Rotation in °/s
                     * @example 0.5
                     */
                    gyro_x: number;
                    /**
                     * @description Rotation in °/s
                     * @example 0.5
                     */
                    gyro_y: number;
                    /**
                     * @description Rotation in °/s
                     * @example 0.5
                     */
                    gyro_z: number;
                    /**
                     * @description Heart rate in beats per minute
                     * @example 72
                     */
                    heart_rate?: number;
                    /**
                     * @description Where the device is worn; `unknown` is treated as the wrist
                     * @example wrist
                     * @enum {string}
                     */
                    placement?: "wrist" | "waist" | "pocket" | "unknown";
                    /** @description Air pressure in hPa */
                    pressure?: number;
                    /** @description Samples per second */
                    sample_rate_hz?: number;
                    /** @description The motion since the last request, oldest sample first and evenly spaced: [accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z]. Requires sample_rate_hz */
                    samples?: [
                        number,
                        number,
                        number,
                        number,
                        number,
                        number
                    ][];
                    sensors_initialized?: boolean;
                    /**
                     * @description Signal strength in dBm
                     * @example -61
                     */
                    signal_strength?: number;
                    /**
                     * @description Oxygen saturation in percent
                     * @example 97
                     */
                    spo2?: number;
                    /**
                     * @description The clock of the device in milliseconds
                     * @example 123456
                     */
                    uptime_ms: number;
                    wifi_connected?: boolean;
                };
            };
        };
        responses: {
            /** @description The assessment of the reading */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Assessment"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TooEarly"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sendReadingBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "device_id": "AA:BB:CC:DD:EE:FF",
                 *       "readings": [
                 *         {
                 *           "accel_x": 0.12,
                 *           "accel_y": -0.25,
                 *           "accel_z": 9.79,
                 *           "gyro_x": 0.5,
                 *           "gyro_y": -0.3,
                 *           "gyro_z": 0.1,
                 *           "uptime_ms": 123456,
                 *           "heart_rate": 72,
                 *           "spo2": 97,
                 *           "battery_level": 81.5,
                 *           "client_timestamp": "2026-01-01T00:00:00.000Z"
                 *         },
                 *         {
                 *           "accel_x": 0.12,
                 *           "accel_y": -0.25,
                 *           "accel_z": 9.79,
                 *           "gyro_x": 0.5,
                 *           "gyro_y": -0.3,
                 *           "gyro_z": 0.1,
                 *           "uptime_ms": 124456,
                 *           "heart_rate": 72,
                 *           "spo2": 97,
                 *           "battery_level": 81.5,
                 *           "client_timestamp": "2026-01-01T00:00:01.000Z"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @example AA:BB:CC:DD:EE:FF */
                    device_id: string;
                    readings: {
                        /**
                         * @description The mean acceleration of the second: [x, y, z] in m/s². Requires accel_peak and accel_spread
                         * @example [
                         *       0.1,
                         *       0.2,
                         *       9.8
                         *     ]
                         */
                        accel_mean?: [
                            number,
                            number,
                            number
                        ];
                        /**
                         * @description The largest acceleration of the second: [x, y, z] in m/s². Requires accel_mean and accel_spread
                         * @example [
                         *       0.4,
                         *       0.2,
                         *       12.1
                         *     ]
                         */
                        accel_peak?: [
                            number,
                            number,
                            number
                        ];
                        /**
                         * @description The standard deviation of the acceleration vector around its mean over the second, in m/s². Requires accel_peak and accel_mean
                         * @example 0.6
                         */
                        accel_spread?: number;
                        /**
                         * @description Acceleration in m/s²
                         * @example 9.81
                         */
                        accel_x: number;
                        /**
                         * @description Acceleration in m/s²
                         * @example 9.81
                         */
                        accel_y: number;
                        /**
                         * @description Acceleration in m/s²
                         * @example 9.81
                         */
                        accel_z: number;
                        /**
                         * @description Battery level in percent
                         * @example 81.5
                         */
                        battery_level?: number;
                        bluetooth_connected?: boolean;
                        /**
                         * @description The button that the wearer pressed: `sos` asks for help, `ok` says that they are fine
                         * @enum {string}
                         */
                        button?: "sos" | "ok";
                        /** Format: date-time */
                        client_timestamp: string;
                        /** @example 2.1.0 */
                        firmware_version?: string;
                        /** @description Foot pressure, from 0 to 1 */
                        fsr?: number;
                        /**
                         * @description Rotation in °/s
                         * @example 0.5
                         */
                        gyro_x: number;
                        /**
                         * @description Rotation in °/s
                         * @example 0.5
                         */
                        gyro_y: number;
                        /**
                         * @description Rotation in °/s
                         * @example 0.5
                         */
                        gyro_z: number;
                        /**
                         * @description Heart rate in beats per minute
                         * @example 72
                         */
                        heart_rate?: number;
                        /**
                         * @description Where the device is worn; `unknown` is treated as the wrist
                         * @example wrist
                         * @enum {string}
                         */
                        placement?: "wrist" | "waist" | "pocket" | "unknown";
                        /** @description Air pressure in hPa */
                        pressure?: number;
                        /** @description Samples per second */
                        sample_rate_hz?: number;
                        /** @description The motion since the last request, oldest sample first and evenly spaced: [accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z]. Requires sample_rate_hz */
                        samples?: [
                            number,
                            number,
                            number,
                            number,
                            number,
                            number
                        ][];
                        sensors_initialized?: boolean;
                        /**
                         * @description Signal strength in dBm
                         * @example -61
                         */
                        signal_strength?: number;
                        /**
                         * @description Oxygen saturation in percent
                         * @example 97
                         */
                        spo2?: number;
                        /**
                         * @description The clock of the device in milliseconds
                         * @example 123456
                         */
                        uptime_ms: number;
                        wifi_connected?: boolean;
                    }[];
                };
            };
        };
        responses: {
            /** @description How many readings were stored */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BatchResult"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TooEarly"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description As the header Last-Event-ID, which comes first, for clients that cannot set headers */
                lastEventId?: string;
            };
            header?: {
                /** @description The id of the last event received: the stream continues after it */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream, which stays open */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listFalls: {
        parameters: {
            query?: {
                /** @description Only falls of the last N days; the default is 30 */
                days?: number;
                /** @description Entries per page, at most 100; the default is 10 */
                limit?: number;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                sort?: "created_at" | "createdAt" | "confidence";
                status?: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of falls */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FallItem"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    reportFall: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same report with the same key, sent again within 24 hours, creates no second fall */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "confidence": 0.4,
                 *       "location": "Kitchen",
                 *       "witnessed": false,
                 *       "injuries": "A bruise on the left arm"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description How certain the fall is; above 0.5, caregivers are alerted
                     * @example 0.4
                     */
                    confidence: number;
                    /** @example A bruise on the left arm */
                    injuries?: string;
                    /** @example Kitchen */
                    location?: string;
                    /** @description Your own id, if anything: a fall of somebody else is reported with `POST /patients/:id/falls` */
                    patientId?: unknown;
                    witnessed?: boolean;
                };
            };
        };
        responses: {
            /** @description The new fall, and how many caregivers were alerted */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewFall"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getFall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fall */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Fall"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getFallRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record of a fall */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FallRecord"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateFallRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "location": "Bathroom",
                 *       "witnessed": false,
                 *       "foundBy": "Ana Ruiz, on her round",
                 *       "activity": "TOILET",
                 *       "footwear": "SOCKS",
                 *       "circumstances": "The light was on; the walking frame stood at the bed.",
                 *       "injuries": "A graze on the left elbow",
                 *       "measures": "Helped up by two, wound cleaned, blood pressure 130/80.",
                 *       "doctorTold": true,
                 *       "doctorDetails": "Dr. Vidal, 07:40",
                 *       "familyTold": false
                 *     }
                 */
                "application/json": {
                    /** @description What the person was doing */
                    activity?: ("WALKING" | "STANDING" | "GETTING_UP" | "SITTING_DOWN" | "TOILET" | "WASHING" | "DRESSING" | "REACHING" | "OUT_OF_BED" | "OUT_OF_CHAIR" | "OTHER" | "UNKNOWN") | null;
                    /** @description Light, floor, walking aid, glasses */
                    circumstances?: string | null;
                    /** @description Who was told, and when */
                    doctorDetails?: string | null;
                    doctorTold?: boolean | null;
                    /** @description Who was told, and when */
                    familyDetails?: string | null;
                    familyTold?: boolean | null;
                    footwear?: ("SHOES" | "SLIPPERS" | "SOCKS" | "BAREFOOT" | "OTHER" | "UNKNOWN") | null;
                    /** @description Who found the person, or saw the fall */
                    foundBy?: string | null;
                    injuries?: string | null;
                    location?: string | null;
                    /** @description What was done */
                    measures?: string | null;
                    /**
                     * Format: date-time
                     * @description When it happened, of a fall that a person reported; without it, the time stays as it is
                     */
                    occurredAt?: string;
                    /** @description The newest version that you have read, 0 if there was none: 409 if there is a later one */
                    version?: number;
                    /** @description Whether somebody saw the fall */
                    witnessed?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The record of a fall */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FallRecord"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getFallTrace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The readings around the impact, oldest first; none for a reported fall */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FallTrace"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listRecentFalls: {
        parameters: {
            query?: {
                /** @description Only falls of the last N hours; the default is 24 */
                hours?: number;
                /** @description Entries per page, at most 100; the default is 20 */
                limit?: number;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                sort?: "created_at" | "createdAt" | "confidence";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of falls */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecentFall"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getFhirMetadata: {
        parameters: {
            query?: {
                /** @description Instead of Accept: json or application/fhir+json */
                _format?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The CapabilityStatement */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/fhir+json": Record<string, never>;
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/fhir+json": Record<string, never>;
                };
            };
            /** @description No acceptable format */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/fhir+json": Record<string, never>;
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/fhir+json": Record<string, never>;
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/fhir+json": Record<string, never>;
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/fhir+json": Record<string, never>;
                };
            };
        };
    };
    getPatientEverything: {
        parameters: {
            query?: {
                /** @description Resources per page, at most 500; the default is 100 */
                _count?: number;
                /** @description Instead of Accept: json or application/fhir+json */
                _format?: string;
                /** @description From the link to the next page */
                _page?: string;
                /** @description Only these types, separated by commas: Patient, Device, Observation */
                _type?: string | string[];
                /** @description Up to and with this year, month or day */
                end?: string;
                /** @description From this year, month or day on */
                start?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the Bundle */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/fhir+json": Record<string, never>;
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/fhir+json": Record<string, never>;
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/fhir+json": Record<string, never>;
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/fhir+json": Record<string, never>;
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/fhir+json": Record<string, never>;
                };
            };
            /** @description No acceptable format */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/fhir+json": Record<string, never>;
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/fhir+json": Record<string, never>;
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/fhir+json": Record<string, never>;
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/fhir+json": Record<string, never>;
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The health report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Health"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                        /** @enum {string} */
                        status: "UNHEALTHY";
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    getHelpPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HelpPage"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    allowHelpPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the page */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HelpPage"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listIncidents: {
        parameters: {
            query?: {
                /** @description One or several of FALL, SOS, VITALS, DEVICE_SILENT, LOW_BATTERY, BED_EXIT, WANDERING, INACTIVITY, STAFF_ASSIST, DEVICE_FAULT, separated by commas */
                kind?: string;
                /** @description Entries per page, at most 100; the default is 10 */
                limit?: number;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                patientId?: string;
                /** @description The default is `urgency` of unresolved incidents: those that nobody has answered, then the most severe, then the longest wait. Of others it is `opened_at` */
                sort?: "urgency" | "opened_at" | "openedAt";
                /** @description One or several of CHECKING, OPEN, ACKNOWLEDGED, RESOLVED, CANCELLED, separated by commas */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of incidents */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Incident"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The incident, with its timeline and deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IncidentDetail"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    acknowledgeIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "etaMinutes": 10
                 *     }
                 */
                "application/json": {
                    etaMinutes?: number;
                    note?: string;
                    /** @description Also while somebody else is on it: you handle it from then on, and both of you are told */
                    takeOver?: boolean;
                } | null;
            };
        };
        responses: {
            /** @description The incident */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Incident"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    requestAssistance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The incident */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Incident"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    askForHelp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Chosen by the client. A call that is sent again with the same id is not made twice.
                     */
                    callId?: string;
                    /**
                     * Format: uuid
                     * @description Whose call it is: if somebody else is signed in by now, it is refused
                     */
                    patientId?: string;
                    /**
                     * Format: date-time
                     * @description When the button was pressed, if the call could not be sent at once
                     */
                    pressedAt?: string;
                } | null;
            };
        };
        responses: {
            /** @description The incident */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Incident"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addIncidentNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "The door is open."
                 *     }
                 */
                "application/json": {
                    text: string;
                };
            };
        };
        responses: {
            /** @description The note */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IncidentEntry"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sayFine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The incident */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Incident"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    correctIncidentOutcome: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcome": "FALSE_ALARM",
                 *       "note": "She had only dropped the device."
                 *     }
                 */
                "application/json": {
                    injuries?: string;
                    note?: string;
                    /** @enum {string} */
                    outcome: "REAL_FALL" | "NEAR_FALL" | "FALSE_ALARM" | "TEST" | "HELP_GIVEN" | "OTHER";
                };
            };
        };
        responses: {
            /** @description The incident */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Incident"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    releaseIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The incident */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Incident"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resolveIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcome": "FALSE_ALARM",
                 *       "note": "She had only dropped the device."
                 *     }
                 */
                "application/json": {
                    injuries?: string;
                    note?: string;
                    /** @enum {string} */
                    outcome: "REAL_FALL" | "NEAR_FALL" | "FALSE_ALARM" | "TEST" | "HELP_GIVEN" | "OTHER";
                };
            };
        };
        responses: {
            /** @description The incident */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Incident"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listIncidentTimeline: {
        parameters: {
            query?: {
                /** @description Entries per page, at most 100; the default is 50 */
                limit?: number;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                sort?: "at";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the timeline */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IncidentEntry"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    acknowledgeByLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "the part of the link after the #"
                 *     }
                 */
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Acknowledged */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * @description Whether the receiver handles the incident, goes there while staff are told all the same, or joins who handles it
                             * @enum {string}
                             */
                            effect: "HANDLING" | "ATTENDING" | "JOINING";
                            /** @enum {string} */
                            state: "CHECKING" | "OPEN" | "ACKNOWLEDGED" | "RESOLVED" | "CANCELLED";
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    previewAcknowledgement: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "the part of the link after the #"
                 *     }
                 */
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description What the link is about, and what its button does */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AcknowledgementPreview"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCurrentUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account of the caller */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Me"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description Only messages between you and this user */
                conversationWith?: string;
                /** @description Entries per page, at most 100; the default is 10 */
                limit?: number;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                sort?: "created_at" | "createdAt";
                /** @description Only messages that you received and have not read */
                unreadOnly?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Message"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recipientId": "00000000-0000-0000-0000-000000000000",
                 *       "content": "How are you today?",
                 *       "type": "TEXT"
                 *     }
                 */
                "application/json": {
                    /** @example How are you today? */
                    content: string;
                    /** Format: uuid */
                    recipientId: string;
                    /**
                     * @default TEXT
                     * @enum {string}
                     */
                    type?: "TEXT" | "ALERT" | "NOTIFICATION";
                };
            };
        };
        responses: {
            /** @description The message */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SentMessage"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Message"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    markMessageRead: {
        parameters: {
            query?: {
                /** @description `true` also marks what you received from the same sender before it, such as a whole conversation */
                earlier?: "true" | "false";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Message"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMessageRecipient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the user can read messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MessageRecipient"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listChannels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channels of this version, the most immediate first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Channel"][];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listContacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your contacts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Contact"][];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addContact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "channel": "ntfy",
                 *       "url": "https://ntfy.sh/fallwatch-example-topic"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    channel: "push";
                    /** @description The endpoint of the browser’s PushSubscription */
                    endpoint: string;
                    keys: {
                        auth: string;
                        p256dh: string;
                    };
                    /**
                     * @description Names and details are part of the messages, although a lock screen shows them to anybody
                     * @default false
                     */
                    showDetails?: boolean;
                } | {
                    /** @enum {string} */
                    channel: "ntfy";
                    /**
                     * @description Names and details are part of the messages, although a lock screen shows them to anybody
                     * @default false
                     */
                    showDetails?: boolean;
                    /**
                     * @description The URL of a topic
                     * @example https://ntfy.sh/my-topic
                     */
                    url: string;
                } | {
                    /**
                     * Format: email
                     * @example rosa@example.org
                     */
                    address: string;
                    /** @enum {string} */
                    channel: "mail";
                    /**
                     * @description Names and details are part of the messages, although a lock screen shows them to anybody
                     * @default false
                     */
                    showDetails?: boolean;
                };
            };
        };
        responses: {
            /** @description The contact */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Contact"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The contact */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Contact"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            /** Format: uuid */
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "000000"
                 *     }
                 */
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description The contact */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Contact"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the test message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            deliveryId: string;
                            error: string | null;
                            /** @description The same as data; null of an error that has only a text */
                            failure: {
                                /** @enum {string} */
                                code: "RESPONSE" | "REDIRECT" | "NO_RESPONSE" | "TIMEOUT" | "NO_MAIL" | "MAIL_TIMEOUT" | "TOO_MANY_MAILS" | "TOO_MANY_WAITING" | "UNKNOWN_CHANNEL" | "HELD" | "STOPPING";
                                details?: {
                                    [key: string]: number;
                                };
                            } | null;
                            /** @enum {string} */
                            state: "PENDING" | "SENDING" | "SENT" | "FAILED" | "CANCELLED";
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPushKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key to subscribe with */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The applicationServerKey of pushManager.subscribe */
                            publicKey: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPatients: {
        parameters: {
            query?: {
                /** @description Entries per page, at most 100; the default is 10 */
                limit?: number;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                /** @description Part of the name, the e-mail address, the site, the ward or the room */
                search?: string;
                sort?: "created_at" | "createdAt" | "last_name" | "lastName" | "first_name" | "firstName" | "email";
                status?: "active" | "inactive";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of patients */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PatientItem"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    invitePatient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "luis@example.org",
                 *       "firstName": "Luis",
                 *       "lastName": "Vega",
                 *       "dateOfBirth": "1941-05-17",
                 *       "emergencyContact": "+34 600 123 456"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date
                     * @example 1941-05-17
                     */
                    dateOfBirth?: string;
                    /** @description Without one the patient cannot sign in and is not invited */
                    email?: string | null;
                    /** @example +34 600 123 456 */
                    emergencyContact?: string;
                    /** @example Luis */
                    firstName: string;
                    /** @example Vega */
                    lastName: string;
                };
            };
        };
        responses: {
            /** @description The new patient and the invitation */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewPatient"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPatient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The patient */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Patient"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updatePatient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "phone": "+34 600 123 456"
                 *     }
                 */
                "application/json": {
                    /** @example 120/80 */
                    bloodPressure?: string;
                    /**
                     * Format: date
                     * @example 1941-05-17
                     */
                    dateOfBirth?: string;
                    /** @example +34 600 123 456 */
                    emergencyContact?: string;
                    firstName?: string;
                    lastName?: string;
                    /** @example +34 600 123 456 */
                    phone?: string;
                };
            };
        };
        responses: {
            /** @description The patient */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Patient"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deletePatient: {
        parameters: {
            query?: {
                /** @description `true` keeps the number of their falls by month, hour, level and outcome, without whose they were */
                keepStatistics?: "true" | "false";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            /** Format: uuid */
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPatientAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who sees the data of the patient */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PatientAccess"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPatientDetection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The detection settings of the patient */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PatientDetection"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updatePatientDetection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sensitivity": "normal"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description How easily motion raises an alarm. On a busy wrist, `high` raises about ten false alarms a day, `normal` (the default) one a day and `low` one a week.
                     * @example normal
                     * @enum {string}
                     */
                    sensitivity: "high" | "normal" | "low";
                };
            };
        };
        responses: {
            /** @description The detection settings of the patient */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PatientDetection"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPatientDevices: {
        parameters: {
            query?: {
                /** @description Entries per page, at most 100; the default is 10 */
                limit?: number;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                sort?: "created_at" | "createdAt";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of devices */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PatientDevice"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    registerPatientDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Left wrist"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description How often the device is heard of: it is silent after twice that time. Without it, a wearable is silent after minutes, and another device after three times its usual interval, if it says that it is alive
                     * @example 86400
                     */
                    expectedEverySeconds?: number;
                    /**
                     * @description What the device calls itself as `device_id`, if it has no MAC address; in place of `macAddress`
                     * @example 00124B0024C8F1A7
                     */
                    externalId?: string;
                    /**
                     * @example BUTTON
                     * @enum {string}
                     */
                    kind?: "WEARABLE" | "BUTTON" | "PENDANT" | "RADAR" | "BED" | "DOOR" | "MOTION" | "PHONE" | "OTHER";
                    /**
                     * @description The address that the device sends as `device_id`. It need not be one that is burnt in: without it, the service makes a locally administered one (`02:…`).
                     * @example AA:BB:CC:DD:EE:FF
                     */
                    macAddress?: string;
                    /** @example Left wrist */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The device, with a key and how to set it up */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProvisionedDevice"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPatientEscalation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policies that apply to the patient, and their caregivers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The assigned caregivers who can sign in, in the order of their priority */
                            caregivers: {
                                /** @description Whether their acknowledgement ends the escalation: of relatives, if they count as helpers */
                                helps: boolean;
                                /** @description Null for admins and the webhooks */
                                kind: ("STAFF" | "RELATIVE") | null;
                                name: string;
                                /** @description At this moment */
                                onDuty: boolean;
                                /** @description Null for the webhooks, and for admins and members of teams who are not named to you */
                                personId: string | null;
                                /**
                                 * @description Who is notified first: 1 before 2, up to 5
                                 * @example 1
                                 */
                                priority: number;
                                /** @example Daughter */
                                relationship: string | null;
                            }[];
                            policies: {
                                policy: components["schemas"]["EscalationPolicy"];
                                /** @enum {string} */
                                severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
                                /** @enum {string} */
                                source: "PATIENT" | "INSTALLATION" | "DEFAULT";
                            }[];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updatePatientEscalation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "severity": "HIGH",
                 *       "policy": {
                 *         "steps": [
                 *           {
                 *             "afterSeconds": 0,
                 *             "tell": [
                 *               {
                 *                 "who": "priority",
                 *                 "priority": 1,
                 *                 "channels": [
                 *                   "push",
                 *                   "live",
                 *                   "ntfy"
                 *                 ]
                 *               }
                 *             ]
                 *           },
                 *           {
                 *             "afterSeconds": 60,
                 *             "tell": [
                 *               {
                 *                 "who": "priority",
                 *                 "priority": 1,
                 *                 "channels": "all"
                 *               },
                 *               {
                 *                 "who": "priority",
                 *                 "priority": 2,
                 *                 "channels": [
                 *                   "push",
                 *                   "live"
                 *                 ]
                 *               }
                 *             ]
                 *           },
                 *           {
                 *             "afterSeconds": 180,
                 *             "tell": [
                 *               {
                 *                 "who": "assigned",
                 *                 "channels": "all"
                 *               },
                 *               {
                 *                 "who": "webhooks"
                 *               }
                 *             ]
                 *           },
                 *           {
                 *             "afterSeconds": 300,
                 *             "tell": [
                 *               {
                 *                 "who": "admins",
                 *                 "channels": "all"
                 *               }
                 *             ]
                 *           }
                 *         ],
                 *         "repeat": {
                 *           "steps": 2,
                 *           "everySeconds": 300
                 *         },
                 *         "quietAtNight": false
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Null returns to the policy that applies without this one. That of HIGH and CRITICAL must send a message to people within 10 minutes. */
                    policy: components["schemas"]["EscalationPolicyInput"] | null;
                    /** @enum {string} */
                    severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
                };
            };
        };
        responses: {
            /** @description The policies that apply to the patient, and their caregivers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The assigned caregivers who can sign in, in the order of their priority */
                            caregivers: {
                                /** @description Whether their acknowledgement ends the escalation: of relatives, if they count as helpers */
                                helps: boolean;
                                /** @description Null for admins and the webhooks */
                                kind: ("STAFF" | "RELATIVE") | null;
                                name: string;
                                /** @description At this moment */
                                onDuty: boolean;
                                /** @description Null for the webhooks, and for admins and members of teams who are not named to you */
                                personId: string | null;
                                /**
                                 * @description Who is notified first: 1 before 2, up to 5
                                 * @example 1
                                 */
                                priority: number;
                                /** @example Daughter */
                                relationship: string | null;
                            }[];
                            policies: {
                                policy: components["schemas"]["EscalationPolicy"];
                                /** @enum {string} */
                                severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
                                /** @enum {string} */
                                source: "PATIENT" | "INSTALLATION" | "DEFAULT";
                            }[];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    previewEscalation: {
        parameters: {
            query?: {
                /** @description When the incident is opened; now unless given */
                at?: string;
                kind?: "FALL" | "SOS" | "VITALS" | "DEVICE_SILENT" | "LOW_BATTERY" | "BED_EXIT" | "WANDERING" | "INACTIVITY" | "STAFF_ASSIST" | "DEVICE_FAULT";
                severity?: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who would be notified by what, and when */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            at: string;
                            /** @description How often the last steps are taken again */
                            repeatEverySeconds: number | null;
                            steps: {
                                /** @description Steps that would tell nobody are left out */
                                afterSeconds: number;
                                tells: {
                                    channels: string[];
                                    /** @description Whether their acknowledgement ends the escalation: of relatives, if they count as helpers */
                                    helps: boolean;
                                    /** @description Null for admins and the webhooks */
                                    kind: ("STAFF" | "RELATIVE") | null;
                                    name: string;
                                    onDuty: boolean;
                                    /** @description Null for the webhooks, and for admins and members of teams who are not named to you */
                                    personId: string | null;
                                    /** @example Daughter */
                                    relationship: string | null;
                                    /** @description Null for the webhooks */
                                    role: ("CAREGIVER" | "ADMIN") | null;
                                }[];
                            }[];
                            /** @description Assigned caregivers to whom nothing can be sent */
                            unreachable: {
                                name: string;
                                /** @description Null for the webhooks, and for admins and members of teams who are not named to you */
                                personId: string | null;
                                /** @enum {string} */
                                reason: "INACTIVE" | "INVITED" | "NO_CONTACT";
                                /** @example Daughter */
                                relationship: string | null;
                            }[];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPatientFalls: {
        parameters: {
            query?: {
                /** @description Only falls of the last N days; the default is 30 */
                days?: number;
                /** @description Entries per page, at most 100; the default is 10 */
                limit?: number;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                sort?: "created_at" | "createdAt" | "confidence";
                status?: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of falls */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PatientFall"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    reportPatientFall: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same report with the same key, sent again within 24 hours, creates no second fall */
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "occurredAt": "2026-11-18T00:00:00Z",
                 *       "location": "Bathroom",
                 *       "witnessed": false,
                 *       "foundBy": "Ana Ruiz, on her round",
                 *       "activity": "TOILET",
                 *       "footwear": "SOCKS",
                 *       "circumstances": "The light was on; the walking frame stood at the bed.",
                 *       "injuries": "A graze on the left elbow",
                 *       "measures": "Helped up by two, wound cleaned, blood pressure 130/80.",
                 *       "doctorTold": true,
                 *       "doctorDetails": "Dr. Vidal, 07:40",
                 *       "familyTold": false
                 *     }
                 */
                "application/json": {
                    /** @description What the person was doing */
                    activity?: ("WALKING" | "STANDING" | "GETTING_UP" | "SITTING_DOWN" | "TOILET" | "WASHING" | "DRESSING" | "REACHING" | "OUT_OF_BED" | "OUT_OF_CHAIR" | "OTHER" | "UNKNOWN") | null;
                    /** @description Light, floor, walking aid, glasses */
                    circumstances?: string | null;
                    /** @description Who was told, and when */
                    doctorDetails?: string | null;
                    doctorTold?: boolean | null;
                    /** @description Who was told, and when */
                    familyDetails?: string | null;
                    familyTold?: boolean | null;
                    footwear?: ("SHOES" | "SLIPPERS" | "SOCKS" | "BAREFOOT" | "OTHER" | "UNKNOWN") | null;
                    /** @description Who found the person, or saw the fall */
                    foundBy?: string | null;
                    injuries?: string | null;
                    location?: string | null;
                    /** @description What was done */
                    measures?: string | null;
                    /**
                     * Format: date-time
                     * @description When it happened: not in the future, and at most 31 days ago
                     */
                    occurredAt: string;
                    /** @description Whether somebody saw the fall */
                    witnessed?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The record of a fall */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FallRecord"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPatientFallStatistics: {
        parameters: {
            query?: {
                /** @description Only falls of the last N days; the default is 90 */
                days?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many falls there were from POTENTIAL on, by hour and week */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FallStatistics"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPatientHealth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The health summary of the patient */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PatientHealth"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    renewPatientInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /**
                     * Format: email
                     * @description For an account without an e-mail address; stored as its address
                     * @example rosa@example.org
                     */
                    email?: string;
                    /**
                     * @description Instead of an e-mail address: what the person signs in with. Only admins give one
                     * @example ana.gil
                     */
                    signInName?: string;
                };
            };
        };
        responses: {
            /** @description The invitation. An admin gets the token this once, to hand it over; of a caregiver’s invitation it was mailed */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PatientInvitation"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPatientMonitoring: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is monitored of the patient */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PatientMonitoring"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updatePatientMonitoring: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "spo2Low": 88,
                 *       "silentAfterMinutes": 10
                 *     }
                 */
                "application/json": {
                    /**
                     * @description A battery of at most this level in two readings raises an alarm, in percent
                     * @example 20
                     */
                    batteryLow?: number | null;
                    /**
                     * @description At this level the alarm becomes urgent; not above `batteryLow`
                     * @example 10
                     */
                    batteryUrgent?: number | null;
                    /**
                     * @description How long they may be out of bed; 0 tells people at once
                     * @example 15
                     */
                    bedExitAfterMinutes?: number;
                    /**
                     * @description Whether it raises an incident if the patient leaves their bed and does not come back
                     * @example true
                     */
                    bedExitEnabled?: boolean;
                    /**
                     * @description An exit counts from this time on, by the clock of the installation
                     * @example 22:00
                     */
                    bedExitFrom?: string;
                    /**
                     * @description Until when an exit counts; the whole day if it is equal to `bedExitFrom`
                     * @example 22:00
                     */
                    bedExitTo?: string;
                    /**
                     * @description A heart rate above it for a minute raises an alarm; at least 20 above `heartRateLow`
                     * @example 140
                     */
                    heartRateHigh?: number | null;
                    /**
                     * @description A heart rate below it for a minute raises an alarm. Null switches that off, here and in the following fields.
                     * @example 40
                     */
                    heartRateLow?: number | null;
                    /**
                     * @description Whether a device whose battery was rising when it became silent raises no alarm for the first 12 hours
                     * @example true
                     */
                    ignoreSilenceWhileCharging?: boolean;
                    /** @example 4 */
                    inactivityAfterHours?: number;
                    /**
                     * @description Whether hours without a sign of life raise an incident: without an event of a device of the patient, such as motion, a door or a button
                     * @example false
                     */
                    inactivityEnabled?: boolean;
                    /**
                     * @description The hours count from this time on, every day
                     * @example 22:00
                     */
                    inactivityFrom?: string;
                    /**
                     * @description Until when an incident is raised
                     * @example 22:00
                     */
                    inactivityTo?: string;
                    /**
                     * @description How long the patient can say that they are fine before a fall that a device detected is told to anybody. 0 for no such window. It does not apply to confirmed falls.
                     * @example 0
                     */
                    okWindowSeconds?: number;
                    /**
                     * @description After how many minutes without a reading a device is silent. Null for an automatic limit: 5 minutes, or three times the usual interval of the device if that is longer.
                     * @example null
                     */
                    silentAfterMinutes?: number | null;
                    /**
                     * @description Whether a silent device raises an alarm
                     * @example true
                     */
                    silentEnabled?: boolean;
                    /**
                     * @description An oxygen saturation below it for a minute raises an alarm, in percent
                     * @example 88
                     */
                    spo2Low?: number | null;
                    /**
                     * @description Whether a door of the patient that is opened raises an incident at once
                     * @example false
                     */
                    wanderingEnabled?: boolean;
                    /**
                     * @description From when on
                     * @example 22:00
                     */
                    wanderingFrom?: string;
                    /**
                     * @description Until when
                     * @example 22:00
                     */
                    wanderingTo?: string;
                };
            };
        };
        responses: {
            /** @description What is monitored of the patient */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PatientMonitoring"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPatientNotes: {
        parameters: {
            query?: {
                /** @description Entries per page, at most 100; the default is 10 */
                limit?: number;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                sort?: "created_at" | "createdAt";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of notes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PatientNote"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addPatientNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "The key is with the neighbour on the left."
                 *     }
                 */
                "application/json": {
                    text: string;
                };
            };
        };
        responses: {
            /** @description The note */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PatientNote"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deletePatientNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                noteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            /** Format: uuid */
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPatientRelatives: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The relatives of the patient, what admins have decided for them, and what you are to the patient */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PatientRelatives"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updatePatientRelatives: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "countAsHelpers": null
                 *     }
                 */
                "application/json": {
                    /** @description Whether the acknowledgement of a relative ends the escalation; null: while no staff is assigned to the patient */
                    countAsHelpers?: boolean | null;
                    /** @description Whether relatives may change the place, the sensitivity, limits and devices, and invite the patient */
                    mayManage?: boolean;
                };
            };
        };
        responses: {
            /** @description The relatives of the patient, what admins have decided for them, and what you are to the patient */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PatientRelatives"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPatientReport: {
        parameters: {
            query: {
                /** @description `csv` downloads a table: a line for each patient, and one for each fall */
                format?: "json" | "csv";
                /** @description A month in the time zone of the installation, written `YYYY-MM` */
                month: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The month of a patient */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PatientReport"];
                        /** @enum {boolean} */
                        success: true;
                    };
                    "text/csv": string;
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPatientResidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where the patient lives; null where it is not known */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Residence"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updatePatientResidence: {
        parameters: {
            query?: {
                /** @description The patient moves, even if an incident of theirs is open, or nobody who can be reached is in charge there */
                confirm?: "true" | "false";
                /** @description The patient moves, even if no caregiver is left who looks after them */
                withoutCaregivers?: "true" | "false";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "site": "Elm House",
                 *       "ward": "B",
                 *       "room": "12"
                 *     }
                 */
                "application/json": {
                    /** @description Null clears it */
                    room?: string | null;
                    /** @description Null clears it */
                    site?: string | null;
                    /** @description Null clears it */
                    ward?: string | null;
                };
            };
        };
        responses: {
            /** @description Where the patient lives; null where it is not known */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Residence"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPatientShares: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest 100 links */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Share"][];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createPatientShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Dr. Vega",
                 *       "days": 7
                 *     }
                 */
                "application/json": {
                    /**
                     * @description How long it can be opened
                     * @default 7
                     */
                    days?: number;
                    /** @description Whom the link is for */
                    label: string;
                };
            };
        };
        responses: {
            /** @description The link */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewShare"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokePatientShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                shareId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            /** Format: uuid */
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPatientSharing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is shared */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Sharing"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updatePatientSharing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vitals": true
                 *     }
                 */
                "application/json": {
                    vitals: boolean;
                };
            };
        };
        responses: {
            /** @description What is shared */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Sharing"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPatientVitals: {
        parameters: {
            query?: {
                bucket?: string;
                from?: string;
                to?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The vital signs of each time span */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Vitals"][];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPatientVitalSeries: {
        parameters: {
            query?: {
                from?: string;
                /** @description The most points to return; the default is 500 */
                points?: number;
                to?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The vital signs, with the least and the greatest value of each point */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VitalSeries"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOwnPatientProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The patient */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Patient"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPatientsOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How each patient is doing, by place and name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PatientOverview"][];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile of the caller */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Profile"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "phone": "+34 600 123 456"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date
                     * @example 1941-05-17
                     */
                    dateOfBirth?: string;
                    firstName?: string;
                    lastName?: string;
                    /** @example +34 600 123 456 */
                    phone?: string;
                };
            };
        };
        responses: {
            /** @description The profile of the caller */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Profile"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteAccount: {
        parameters: {
            query?: {
                /** @description `true` keeps the number of their falls by month, hour, level and outcome, without whose they were */
                keepStatistics?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "confirmation": true,
                 *       "reason": "I no longer use the service"
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    confirmation: true;
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            /** Format: uuid */
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "Sunny-Day-42!",
                 *       "newPassword": "Starry-Night-24!",
                 *       "confirmPassword": "Starry-Night-24!"
                 *     }
                 */
                "application/json": {
                    confirmPassword: string;
                    currentPassword: string;
                    /**
                     * Format: password
                     * @description 8 to 128 characters, with an uppercase letter, a lowercase letter, a digit and one of !@#$%^&*. The most common passwords are refused.
                     * @example Sunny-Day-42!
                     */
                    newPassword: string & (unknown & unknown & unknown & unknown);
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            message: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The open sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Session"][];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endOwnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            /** Format: uuid */
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    openSharedRecord: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "the part of the link after the #",
                 *       "code": "00000000"
                 *     }
                 */
                "application/json": {
                    code: string;
                    token: string;
                };
            };
        };
        responses: {
            /** @description The record is open */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            expiresAt: string;
                            /** @description To be sent as `Authorization: Bearer <token>`, to the routes of the record */
                            token: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSharedFalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest 100 falls of the last 90 days */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SharedFall"][];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSharedRecord: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SharedRecord"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSharedReport: {
        parameters: {
            query: {
                /** @description A month in the time zone of the installation, written `YYYY-MM` */
                month: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The month of the patient */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PatientReport"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSharedVitalSeries: {
        parameters: {
            query?: {
                from?: string;
                /** @description The most points to return; the default is 500 */
                points?: number;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The vital signs, with the least and the greatest value of each point */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VitalSeries"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getShiftSummary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What those who begin their shift should know */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ShiftSummary"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sendSos: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Chosen by the client. A call that is sent again with the same id is not made twice.
                     */
                    callId?: string;
                    /**
                     * Format: uuid
                     * @description Whose call it is: if somebody else is signed in by now, it is refused
                     */
                    patientId?: string;
                    /**
                     * Format: date-time
                     * @description When the button was pressed, if the call could not be sent at once
                     */
                    pressedAt?: string;
                } | null;
            };
        };
        responses: {
            /** @description The incident */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Incident"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The incident */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Incident"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    callOff: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                callId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When it was called off; a later call stands
                     */
                    at?: string;
                    /**
                     * Format: uuid
                     * @description Whose call it is: if somebody else is signed in by now, it is refused
                     */
                    patientId?: string;
                } | null;
            };
        };
        responses: {
            /** @description Called off */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            callId: string;
                            /** @description Null if the call had not arrived */
                            incident: components["schemas"]["Incident"] | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOwnStation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The station */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OwnStation"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    streamStationEvents: {
        parameters: {
            query?: {
                /** @description As the header Last-Event-ID, which comes first, for clients that cannot set headers */
                lastEventId?: string;
            };
            header?: {
                /** @description The id of the last event received: the stream continues after it */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream, which stays open */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listStationIncidents: {
        parameters: {
            query?: {
                /** @description Entries per page, at most 100; the default is 100 */
                limit?: number;
                order?: "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                sort?: "urgency";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The unresolved incidents of the ward, the most urgent first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Incident"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    acknowledgeAtStation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "etaMinutes": 2
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    caregiverId?: string;
                    etaMinutes?: number;
                    note?: string;
                    pin?: string;
                    /** @description Also while somebody else is on it, who then no longer is; in the name of a caregiver only */
                    takeOver?: boolean;
                } | null;
            };
        };
        responses: {
            /** @description The incident */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Incident"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    requestAssistanceAtStation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "caregiverId": "00000000-0000-0000-0000-000000000000",
                 *       "pin": "4711"
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    caregiverId: string;
                    pin: string;
                };
            };
        };
        responses: {
            /** @description The incident */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Incident"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resolveAtStation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "caregiverId": "00000000-0000-0000-0000-000000000000",
                 *       "pin": "4711",
                 *       "outcome": "HELP_GIVEN"
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    caregiverId: string;
                    injuries?: string;
                    note?: string;
                    /** @enum {string} */
                    outcome: "REAL_FALL" | "NEAR_FALL" | "FALSE_ALARM" | "TEST" | "HELP_GIVEN" | "OTHER";
                    pin: string;
                };
            };
        };
        responses: {
            /** @description The incident */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Incident"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    undoAtStation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The incident */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Incident"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStationOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How each patient of the ward is doing, by room and name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PatientOverview"][];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    reportFallAtStation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same report with the same key, sent again within 24 hours, creates no second fall */
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "caregiverId": "00000000-0000-0000-0000-000000000000",
                 *       "pin": "4711",
                 *       "occurredAt": "2026-11-18T00:00:00Z",
                 *       "location": "Corridor",
                 *       "witnessed": true
                 *     }
                 */
                "application/json": {
                    /** @description What the person was doing */
                    activity?: ("WALKING" | "STANDING" | "GETTING_UP" | "SITTING_DOWN" | "TOILET" | "WASHING" | "DRESSING" | "REACHING" | "OUT_OF_BED" | "OUT_OF_CHAIR" | "OTHER" | "UNKNOWN") | null;
                    /** Format: uuid */
                    caregiverId: string;
                    /** @description Light, floor, walking aid, glasses */
                    circumstances?: string | null;
                    /** @description Who was told, and when */
                    doctorDetails?: string | null;
                    doctorTold?: boolean | null;
                    /** @description Who was told, and when */
                    familyDetails?: string | null;
                    familyTold?: boolean | null;
                    footwear?: ("SHOES" | "SLIPPERS" | "SOCKS" | "BAREFOOT" | "OTHER" | "UNKNOWN") | null;
                    /** @description Who found the person, or saw the fall */
                    foundBy?: string | null;
                    injuries?: string | null;
                    location?: string | null;
                    /** @description What was done */
                    measures?: string | null;
                    /**
                     * Format: date-time
                     * @description When it happened: not in the future, and at most 31 days ago
                     */
                    occurredAt: string;
                    pin: string;
                    /** @description Whether somebody saw the fall */
                    witnessed?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The record of a fall */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FallRecord"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflict with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOwnTeams: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your teams, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OwnTeam"][];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listHandovers: {
        parameters: {
            query?: {
                /** @description Entries per page, at most 100; the default is 10 */
                limit?: number;
                order?: "asc" | "desc";
                /** @description Page number; the default is 1 */
                page?: number;
                sort?: "created_at" | "createdAt";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of handover notes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Handover"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addHandover: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "A quiet night. Room 12 slept badly; please look in at eight."
                 *     }
                 */
                "application/json": {
                    text: string;
                };
            };
        };
        responses: {
            /** @description The handover note */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Handover"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTeamRota: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rota */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TeamRota"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Invalid input */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
