-- A lease may also be held for the life of a process, as the one of the server with the embedded rooms is. Its holder sets
-- `draining` while it stops, so that a successor waits for it.
alter table jobs add column draining boolean not null default false;
