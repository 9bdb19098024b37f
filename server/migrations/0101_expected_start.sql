-- When the practitioner who announced a delay expects to begin: see docs/room.md.
alter table video_rooms add column if not exists expected_at timestamptz;
