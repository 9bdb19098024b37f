-- How far each organisation's numbering of a year has come. The row is changed in the transaction of the invoice, so that
-- numbers follow each other without a gap, as the law of invoices wants them: what is rolled back has used none.
create table invoice_series (
  tenant_id text collate "C" not null references tenants,
  year int not null,
  last int not null check (last > 0),
  primary key (tenant_id, year)
);
call isolate('invoice_series');
grant select, insert on invoice_series to medina_app;
grant update (last) on invoice_series to medina_app;

-- Amounts are centimes. What was paid and what went back is counted by the triggers below, and by nobody else.
create table invoices (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^inv_'),
  year int not null,
  serial int not null check (serial > 0),
  patient_id text collate "C" not null,
  doctor_id text collate "C",
  appointment_id text collate "C",
  amount int not null check (amount between 1 and 100000000),
  description text,
  created_by text collate "C" not null,
  created_at timestamptz not null default app_now(),
  cancelled_at timestamptz,
  cancel_reason text,
  paid int not null default 0 check (paid >= 0),
  -- Held back for card payments whose end is not known yet, so that no two of them pay the same dirham.
  awaited int not null default 0 check (awaited >= 0),
  refunded int not null default 0 check (refunded >= 0),
  -- On its way back to cards, likewise.
  going_back int not null default 0 check (going_back >= 0),
  status text not null generated always as (
    case
      when cancelled_at is not null then 'CANCELLED'
      when refunded > 0 and refunded = paid then 'REFUNDED'
      when refunded > 0 then 'PARTIALLY_REFUNDED'
      when paid = 0 then 'OPEN'
      when paid < amount then 'PARTIALLY_PAID'
      else 'PAID'
    end
  ) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, patient_id) references users,
  foreign key (tenant_id, doctor_id) references users,
  foreign key (tenant_id, appointment_id) references appointments,
  unique (tenant_id, year, serial),
  check (paid + awaited <= amount),
  check (refunded + going_back <= paid),
  check (cancelled_at is null or paid + awaited = 0)
);
-- Lists are newest first, which is by id; each role has its own column to look by.
create index invoices_patient on invoices (tenant_id, patient_id, id);
create index invoices_doctor on invoices (tenant_id, doctor_id, id);
call isolate('invoices');
-- What was invoiced is never changed: it is cancelled, and invoiced anew.
grant select on invoices to medina_app;
grant insert (tenant_id, id, year, serial, patient_id, doctor_id, appointment_id, amount, description, created_by,
  created_at, cancelled_at, cancel_reason) on invoices to medina_app;
grant update (cancelled_at, cancel_reason) on invoices to medina_app;

create table payments (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^pay_'),
  invoice_id text collate "C" not null,
  method text not null check (method in ('CARD', 'CASH')),
  amount int not null check (amount > 0),
  -- FAILED: it never reached the provider, and never will.
  status text not null check (status in ('PENDING', 'SUCCEEDED', 'DECLINED', 'FAILED')),
  created_by text collate "C" not null,
  created_at timestamptz not null default app_now(),
  settled_at timestamptz,
  refunded int not null default 0 check (refunded >= 0),
  going_back int not null default 0 check (going_back >= 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoices,
  check (method = 'CARD' or status = 'SUCCEEDED'),
  check ((status = 'PENDING') = (settled_at is null)),
  check (refunded + going_back <= case status when 'SUCCEEDED' then amount else 0 end)
);
create index payments_invoice on payments (tenant_id, invoice_id, id);
create index payments_pending on payments (id) where status = 'PENDING';
call isolate('payments');
call admit('medina_worker', 'payments');
grant select on payments to medina_app, medina_worker;
grant insert (tenant_id, id, invoice_id, method, amount, status, created_by, created_at, settled_at) on payments
  to medina_app;
grant update (status, settled_at) on payments to medina_app;

create table refunds (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^ref_'),
  invoice_id text collate "C" not null,
  amount int not null check (amount > 0),
  reason text,
  -- PARTIAL: a card's bank refused a part of it.
  status text not null check (status in ('PENDING', 'SUCCEEDED', 'PARTIAL', 'FAILED')),
  created_by text collate "C" not null,
  created_at timestamptz not null default app_now(),
  settled_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoices,
  check ((status = 'PENDING') = (settled_at is null))
);
create index refunds_invoice on refunds (tenant_id, invoice_id, id);
create index refunds_pending on refunds (id) where status = 'PENDING';
call isolate('refunds');
call admit('medina_worker', 'refunds');
grant select on refunds to medina_app, medina_worker;
grant insert on refunds to medina_app;
grant update (status, settled_at) on refunds to medina_app;

-- A refund goes back the ways on which the money came: a part for each payment that it returns something of.
create table refund_parts (
  tenant_id text collate "C" not null,
  refund_id text collate "C" not null,
  payment_id text collate "C" not null,
  amount int not null check (amount > 0),
  status text not null check (status in ('PENDING', 'SUCCEEDED', 'DECLINED')),
  primary key (tenant_id, refund_id, payment_id),
  foreign key (tenant_id, refund_id) references refunds,
  foreign key (tenant_id, payment_id) references payments
);
create index refund_parts_payment on refund_parts (tenant_id, payment_id);
call isolate('refund_parts');
grant select, insert on refund_parts to medina_app;
grant update (status) on refund_parts to medina_app;

-- Payments and refunds count themselves, so that no path can forget one and none can write a sum of its own. Before an
-- insert there is nothing: OLD is null.
create function count_payment() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update invoices i
  set paid = i.paid
      + case when new.status = 'SUCCEEDED' then new.amount else 0 end
      - case when old.status = 'SUCCEEDED' then old.amount else 0 end,
    awaited = i.awaited
      + case when new.status = 'PENDING' then new.amount else 0 end
      - case when old.status = 'PENDING' then old.amount else 0 end,
    refunded = i.refunded + new.refunded - coalesce(old.refunded, 0),
    going_back = i.going_back + new.going_back - coalesce(old.going_back, 0)
  where i.tenant_id = new.tenant_id
    and i.id = new.invoice_id;
  return null;
end $$;

create function count_refund_part() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update payments p
  set refunded = p.refunded
      + case when new.status = 'SUCCEEDED' then new.amount else 0 end
      - case when old.status = 'SUCCEEDED' then old.amount else 0 end,
    going_back = p.going_back
      + case when new.status = 'PENDING' then new.amount else 0 end
      - case when old.status = 'PENDING' then old.amount else 0 end
  where p.tenant_id = new.tenant_id
    and p.id = new.payment_id;
  return null;
end $$;

grant select on invoices, payments to medina_gate;
grant update (paid, awaited, refunded, going_back) on invoices to medina_gate;
grant update (refunded, going_back) on payments to medina_gate;
call admit('medina_gate', 'invoices');
call admit('medina_gate', 'payments');
grant create on schema public to medina_gate;
alter function count_payment owner to medina_gate;
alter function count_refund_part owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function count_payment, count_refund_part from public;

create trigger counted after insert or update on payments
for each row execute function count_payment();
create trigger counted after insert or update on refund_parts
for each row execute function count_refund_part();

-- The book of the simulated card provider (sandbox only). It stands for what a real one would keep on its own side: an
-- entry by the key of each request, made once and never changed.
create table card_ledger (
  tenant_id text collate "C" not null references tenants,
  key text collate "C" not null,
  kind text not null check (kind in ('CHARGE', 'REFUND', 'CLOSED')),
  amount int check (amount > 0),
  outcome text not null check (outcome in ('SUCCEEDED', 'DECLINED', 'ABSENT')),
  card_token text,
  entered_at timestamptz not null default now(),
  primary key (tenant_id, key),
  check ((kind = 'CLOSED') = (outcome = 'ABSENT')),
  check ((kind = 'CLOSED') = (amount is null))
);
call isolate('card_ledger');
grant select, insert on card_ledger to medina_app;

-- A repeatable call whose effect lies outside the database has no answer yet when its first transaction ends: the key
-- remembers what was begun, so that a repeat goes on with that and begins nothing.
alter table idempotency_keys add begun_id text collate "C";
alter table idempotency_keys alter column status drop not null;
alter table idempotency_keys alter column body_encrypted drop not null;
alter table idempotency_keys add check (num_nulls(status, body_encrypted) in (0, 2));
alter table idempotency_keys add check (status is not null or begun_id is not null);
