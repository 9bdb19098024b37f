-- When each background task is next due, and which server has the lease of a job that one server at a time may do.
-- Times are real time: the sandbox's test clock does not move them.
create table jobs (
  name text collate "C" primary key,
  due_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  holder text,
  leased_until timestamptz,
  check ((holder is null) = (leased_until is null))
);
grant select, insert, update on jobs to medina_app, medina_worker;
