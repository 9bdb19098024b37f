-- The worker looks for calls that wait for new events how far they may read.
grant select on event_numbering to medina_worker;
