-- Entries that have only a text get data, if it is one that the service writes. The column was added by a migration of its own: its
-- lock would last as long as this, and nobody could call for help from processes of the previous version meanwhile.
update incident_entries as entry
set data = found.data,
    -- The words of a person stay where they are.
    text = case when type = 'note' or type = 'acknowledged' and text <> 'On it' then text else '' end
from (
  select id, case
    when type = 'note' then '{"code": "NOTE"}'::jsonb
    when type = 'acknowledged' then '{"code": "ACKNOWLEDGED"}'
    -- A person ended it; with a note, the outcome of that time is not known.
    when type = 'resolved' and actor_id is not null then
      case when text in ('REAL_FALL', 'NEAR_FALL', 'FALSE_ALARM', 'TEST', 'HELP_GIVEN', 'OTHER')
        then jsonb_build_object('code', 'RESOLVED', 'outcome', text)
      end
    -- Of the other types, all is said by the service.
    else coalesce(
      case text
        when 'The button of a device was pressed' then '{"code": "BUTTON_PRESSED"}'
        when 'The patient asked for help' then '{"code": "HELP_REQUESTED"}'
        when 'The patient said that they are fine' then '{"code": "PATIENT_FINE"}'
        when 'The patient said that they are fine, before anybody was told' then '{"code": "CHECK_ANSWERED"}'
        when 'Opened without an answer to the check' then '{"code": "CHECK_UNANSWERED"}'
        when 'Opened' then '{"code": "OPENED"}'
        when 'Opened again: acknowledged, and not resolved' then '{"code": "HANDLING_EXPIRED"}'
        when 'Opened again: whoever was on it no longer looks after the patient' then '{"code": "HANDLER_UNASSIGNED"}'
        when 'Begun anew: messages were held until now' then '{"code": "NOTIFICATIONS_RELEASED"}'
        when 'Cannot go' then '{"code": "RELEASED"}'
        when 'The battery was charged' then '{"code": "BATTERY_CHARGED"}'
        when 'The heart rate is back within its limits' then '{"code": "HEART_RATE_WITHIN_LIMITS"}'
        when 'The oxygen saturation is back above its limit' then '{"code": "OXYGEN_ABOVE_LIMIT"}'
        when 'The device sends again' then '{"code": "DEVICE_SENDS"}'
        when 'The connection has been stable for an hour' then '{"code": "CONNECTION_STABLE"}'
        when 'The devices send again' then '{"code": "DEVICES_SEND"}'
        when 'Another device has become silent' then '{"code": "DEVICES_SILENT", "devices": 1}'
        when 'The alarm was switched off' then '{"code": "ALARM_SWITCHED_OFF"}'
        when 'The device was disabled' then '{"code": "DEVICE_DISABLED"}'
        when 'The device was removed' then '{"code": "DEVICE_REMOVED"}'
      end::jsonb,
      case when text like 'A device detected a fall: %' then
      (select jsonb_build_object('code', 'FALL_DETECTED', 'level', part[1])
       from regexp_match(text, '^A device detected a fall: (NO_FALL|SUSPICIOUS|POTENTIAL|HIGH|CONFIRMED)$') as part
       where part is not null) end,
      case when text like 'A person reported a fall: %' then
      (select jsonb_build_object('code', 'FALL_REPORTED', 'level', part[1])
       from regexp_match(text, '^A person reported a fall: (NO_FALL|SUSPICIOUS|POTENTIAL|HIGH|CONFIRMED)$') as part
       where part is not null) end,
      case when text like 'The fall reached %' then
      (select jsonb_build_object('code', 'FALL_RAISED_AFTER_END', 'level', part[1])
       from regexp_match(text, '^The fall reached '
                               '(NO_FALL|SUSPICIOUS|POTENTIAL|HIGH|CONFIRMED) after the incident had ended$') as part
       where part is not null) end,
      case when text like 'Step %' then
      (select jsonb_build_object('code', 'STEP_TAKEN', 'step', part[1]::int, 'people', 0,
         'channels', '[]'::jsonb, 'webhooks', part[2] = 'telling the webhooks')
       from regexp_match(text, '^Step (\d{1,9}): (nobody can be told|telling the webhooks)$') as part
       where part is not null) end,
      case when text like 'Step %' then
      (select jsonb_build_object('code', 'STEP_TAKEN', 'step', part[1]::int, 'people', part[2]::int,
         'channels', regexp_split_to_array(part[3], ', | and '),
         'webhooks', part[4] is not null)
       from regexp_match(text, '^Step (\d{1,9}): telling (\d{1,9}) (?:person|people) by '
                               '((?:push|mail|ntfy)(?:(?:, | and )(?:push|mail|ntfy))*)( and the webhooks)?$') as part
       where part is not null) end,
      case when text like 'Battery at %' then
      (select jsonb_build_object('code', 'BATTERY_LOW', 'percent', part[1]::int)
       from regexp_match(text, '^Battery at (\d{1,9}) %$') as part
       where part is not null) end,
      case when text like 'Heart rate of %' then
      (select jsonb_build_object('code', 'HEART_RATE_OUTSIDE_LIMITS', 'lowest', part[1]::numeric,
         'highest', coalesce(part[2], part[1])::numeric, 'since', part[3])
       from regexp_match(text, '^Heart rate of (\d{1,9}(?:\.\d{1,9})?)(?: to (\d{1,9}(?:\.\d{1,9})?))?'
                               ' since (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$') as part
       where part is not null) end,
      case when text like 'Oxygen saturation of %' then
      (select jsonb_build_object('code', 'OXYGEN_BELOW_LIMIT', 'lowest', part[1]::numeric,
         'highest', coalesce(part[2], part[1])::numeric, 'since', part[3])
       from regexp_match(text, '^Oxygen saturation of (\d{1,9}(?:\.\d{1,9})?)(?: to (\d{1,9}(?:\.\d{1,9})?))?'
                               ' since (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$') as part
       where part is not null) end,
      case when text like 'No reading since %' then
      (select jsonb_build_object('code', 'DEVICE_SILENT', 'since', part[1])
       from regexp_match(text, '^No reading since (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$') as part
       where part is not null) end,
      case when text like 'No reading for %' then
      (select jsonb_build_object('code', 'DEVICE_STILL_SILENT', 'minutes', part[1]::int)
       from regexp_match(text, '^No reading for (\d{1,9}) minutes$') as part
       where part is not null) end,
      case when text like 'Unstable connection: %' then
      (select jsonb_build_object('code', 'CONNECTION_UNSTABLE', 'changes', part[1]::int)
       from regexp_match(text, '^Unstable connection: (\d{1,9}) changes within an hour$') as part
       where part is not null) end,
      case when text like '% devices have become silent at once' then
      (select jsonb_build_object('code', 'DEVICES_SILENT', 'devices', part[1]::int)
       from regexp_match(text, '^(\d{1,9}) devices have become silent at once$') as part
       where part is not null) end,
      case when text like 'The service was down from %' then
      (select jsonb_build_object('code', 'SERVICE_DOWN', 'from', part[1], 'until', part[2])
       from regexp_match(text, '^The service was down from (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)'
                               ' to (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$') as part
       where part is not null) end
    )
  end as data
  from incident_entries
  where data is null
) as found
where found.id = entry.id and found.data is not null;
