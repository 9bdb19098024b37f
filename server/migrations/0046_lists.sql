-- Lists read a page from an index in their own order, for every filter. Few states have most of the rows, so a state
-- stands before the order in each index: pages merge the ranges of the states that are asked for. db/listings.ts reads
-- them; docs/decisions/0055 has the reasons.

-- Newest first is by id; a range of time is in the order of that time.
create index appointments_newest on appointments (tenant_id, status, id) where deleted_at is null;
create index appointments_latest on appointments (tenant_id, status, start_time, id) where deleted_at is null;
create index appointments_of_doctor on appointments (tenant_id, doctor_id, status, id) where deleted_at is null;
create index appointments_of_patient on appointments (tenant_id, patient_id, id) where deleted_at is null;

create index prescriptions_newest on prescriptions (tenant_id, status, issued_at, id);
create index prescriptions_of_doctor on prescriptions (tenant_id, doctor_id, status, issued_at, id);
create index prescriptions_of_patient on prescriptions (tenant_id, patient_id, status, issued_at, id);
create index prescriptions_of_appointment on prescriptions (tenant_id, appointment_id, issued_at, id);
drop index prescriptions_doctor, prescriptions_patient, prescriptions_appointment;

-- Whose prescription an order is on: a prescription keeps both for ever.
alter table orders
  add patient_id text collate "C",
  add doctor_id text collate "C";
alter table orders no force row level security;
alter table prescriptions no force row level security;
update orders o
set patient_id = rx.patient_id, doctor_id = rx.doctor_id
from prescriptions rx
where rx.tenant_id = o.tenant_id
  and rx.id = o.prescription_id;
alter table orders force row level security;
alter table prescriptions force row level security;
alter table orders
  alter patient_id set not null,
  alter doctor_id set not null;
create index orders_newest on orders (tenant_id, status, created_at, id);
create index orders_of_pharmacy on orders (tenant_id, pharmacy_id, status, created_at, id);
create index orders_of_patient on orders (tenant_id, patient_id, status, created_at, id);
create index orders_of_doctor on orders (tenant_id, doctor_id, status, created_at, id);
create index orders_of_prescription on orders (tenant_id, prescription_id, created_at, id);
-- The prescriptions that a pharmacy sees, newest first.
create index orders_seen on orders (tenant_id, pharmacy_id, prescription_id)
  where status in ('PENDING', 'PREPARING', 'READY', 'DELIVERED');
drop index orders_pharmacy, orders_prescription;

create index lab_orders_newest on lab_orders (tenant_id, status, created_at, id);
create index lab_orders_of_doctor on lab_orders (tenant_id, doctor_id, status, created_at, id);
create index lab_orders_of_patient on lab_orders (tenant_id, patient_id, status, created_at, id);
drop index lab_orders_doctor, lab_orders_patient;

create index invoices_newest on invoices (tenant_id, status, created_at, id);
create index invoices_of_doctor on invoices (tenant_id, doctor_id, status, created_at, id);
create index invoices_of_patient on invoices (tenant_id, patient_id, status, created_at, id);
drop index invoices_doctor, invoices_patient;

create index follow_ups_newest on follow_ups (tenant_id, status, created_at, id);
create index follow_ups_of_doctor on follow_ups (tenant_id, doctor_id, status, created_at, id);
create index follow_ups_of_patient on follow_ups (tenant_id, patient_id, status, created_at, id);
drop index follow_ups_doctor, follow_ups_patient;

-- The average of a doctor is read from the index alone.
create index reviews_newest on reviews (tenant_id, created_at, id);
create index reviews_of_doctor on reviews (tenant_id, doctor_id, created_at, id) include (rating);
create index reviews_of_patient on reviews (tenant_id, patient_id, created_at, id);
drop index reviews_doctor, reviews_patient;

create index documents_newest on documents (tenant_id, template, created_at, id);
create index documents_of_patient on documents (tenant_id, patient_id, template, created_at, id);
create index documents_of_practitioner on documents (tenant_id, practitioner_id, template, created_at, id);
create index documents_of_prescription on documents (tenant_id, prescription_id, created_at, id);
create index documents_of_appointment on documents (tenant_id, appointment_id, created_at, id);
create index documents_of_invoice on documents (tenant_id, invoice_id, created_at, id);
drop index documents_patient, documents_practitioner, documents_prescription;
-- A sandbox made these for its resets; those above serve them as well.
drop index if exists documents_tenant_id_appointment_id_fkey_reset, documents_tenant_id_invoice_id_fkey_reset;

-- Of messages that are settled, so that few updates of a message reach the index. By the channel that the API shows, as
-- features/notifications/queries.ts says it.
create index messages_settled on messages (
  tenant_id,
  status,
  (case when channel is not null then channel when wanted_channel is not null then wanted_channel else '' end),
  id
) where next_at is null;

create index users_verified on users (tenant_id, role, id) where verified_at is not null;
create index users_unverified on users (tenant_id, role, id) where verified_at is null;

create index campaign_enrolments_by_state on campaign_enrolments (tenant_id, campaign_id, state, id);
create index campaign_enrolments_of_person on campaign_enrolments (tenant_id, person_id, campaign_id, id);
drop index campaign_enrolments_newest, campaign_enrolments_person;

create index access_requests_newest on access_requests (tenant_id, status, created_at, id);

-- Lots of which something is left are few among all that ever came in.
create index stock_lots_left on stock_lots (tenant_id, id) where quantity > 0;
create index stock_lots_left_by_expiry on stock_lots (tenant_id, expires_on, id) where quantity > 0;
create index stock_lots_by_expiry on stock_lots (tenant_id, pharmacy_id, expires_on, id);
