-- Who has been at the door of a room, and what the practitioner decided about them. It outlasts every server: who was
-- admitted comes back without asking, who was denied stays out until it is taken back.
create table video_participants (
  tenant_id text collate "C" not null,
  room_id text collate "C" not null,
  identity text collate "C" not null,
  role text not null check (role in ('host', 'patient', 'guest', 'observer')),
  -- What the others read, as it stood in the token that they came with last.
  name text not null,
  standing text not null check (standing in ('WAITING', 'ADMITTED', 'DENIED')),
  -- Real time, as all that measures people.
  waiting_since timestamptz not null default now(),
  -- Null too where nobody could tell that they left: their server was killed, or the database was away.
  left_at timestamptz,
  -- Which of the room's changes this row is of: of two, the greater is what holds.
  revision bigint not null check (revision > 0),
  primary key (tenant_id, room_id, identity),
  foreign key (tenant_id, room_id) references video_rooms,
  -- The practitioner never waits at their own door.
  check (role <> 'host' or standing = 'ADMITTED')
);
-- In which rooms somebody is, when they may be in none any more.
create index video_participants_identity on video_participants (tenant_id, identity);
call isolate('video_participants');
grant select, insert on video_participants to medina_app;
grant update (role, name, standing, waiting_since, left_at, revision) on video_participants to medina_app;

-- How often anybody has arrived or been decided about: it puts what happens on several servers into one order.
alter table video_rooms add column revision bigint not null default 0;
