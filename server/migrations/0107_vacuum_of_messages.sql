-- Each message is updated two or three times. By default a fifth of a table's rows must be dead before they are removed, which in a table
-- that is kept for years are more than all messages of a month. As for deliveries (0006).
alter table messages set (autovacuum_vacuum_scale_factor = 0.01);
