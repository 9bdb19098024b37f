-- The lab orders of a laboratory by practitioner, and the prescriptions of a pharmacy by practitioner, each in the order of its list.
-- An index of one of them reads all its records for the few of both.
create index lab_orders_of_both on lab_orders (tenant_id, laboratory_id, doctor_id, status, created_at, id)
  where laboratory_id is not null;
create index orders_seen_by_doctor on orders
  (tenant_id, pharmacy_id, doctor_id, prescription_status, prescription_issued_at, prescription_id)
  where status in ('PENDING', 'PREPARING', 'READY', 'DELIVERED');
