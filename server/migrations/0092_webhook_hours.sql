-- Requests to webhooks by hour and duration, added up from webhook_minutes, so that months can be drawn as a chart.
create table webhook_hours (
  tenant_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  hour timestamptz not null,
  duration_class smallint not null,
  succeeded int not null,
  failed int not null,
  primary key (tenant_id, endpoint_id, hour, duration_class)
);
create index webhook_hours_age on webhook_hours using brin (hour);
call isolate('webhook_hours');
call admit('medina_worker', 'webhook_hours');
grant select on webhook_hours to medina_app;
grant select, insert, update, delete on webhook_hours to medina_worker;

insert into webhook_hours (tenant_id, endpoint_id, hour, duration_class, succeeded, failed)
select tenant_id, endpoint_id, date_trunc('hour', minute), duration_class, sum(succeeded), sum(failed)
from webhook_minutes
where minute < (select date_trunc('hour', minute) from webhook_minutes_position)
group by 1, 2, 3, 4;
