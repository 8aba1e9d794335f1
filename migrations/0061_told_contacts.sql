-- When each contact was first told of an incident: somebody may have been told of one a million times.
create index deliveries_told on deliveries (incident_id, contact_id, sent_at) where purpose = 'alert' and state = 'SENT';
