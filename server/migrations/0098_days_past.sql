-- A search of free slots reads the days of one professional in order, by the primary key. With a limit, the planner preferred an
-- index on the day alone, and read the days of all professionals. A BRIN index has no order, and serves the purge.
drop index days_past;
create index days_past on days using brin (day);
