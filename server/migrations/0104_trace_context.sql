-- The trace of the call that caused an event (W3C Trace Context), which its deliveries continue.
alter table events add column if not exists traceparent text;
