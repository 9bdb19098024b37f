-- The documents that each pharmacy sees, in the order of their list: of the prescriptions on which it has an order that
-- was neither cancelled nor rejected. Before, all of a pharmacy's orders were read and sorted.
create table documents_of_pharmacies (
  tenant_id text collate "C" not null,
  pharmacy_id text collate "C" not null,
  created_at timestamptz not null,
  document_id text collate "C" not null,
  primary key (tenant_id, pharmacy_id, created_at, document_id),
  foreign key (tenant_id, document_id) references documents on delete cascade
);
create index documents_of_pharmacies_document on documents_of_pharmacies (tenant_id, document_id);
call isolate('documents_of_pharmacies');
grant select, insert, delete on documents_of_pharmacies to medina_app;

alter table orders no force row level security;
alter table documents no force row level security;
alter table documents_of_pharmacies no force row level security;
insert into documents_of_pharmacies (tenant_id, pharmacy_id, created_at, document_id)
select distinct d.tenant_id, o.pharmacy_id, d.created_at, d.id
from documents d
join orders o on o.tenant_id = d.tenant_id and o.prescription_id = d.prescription_id
where d.ready_at is not null
  and o.status in ('PENDING', 'PREPARING', 'READY', 'DELIVERED');
alter table orders force row level security;
alter table documents force row level security;
alter table documents_of_pharmacies force row level security;

-- Every change of an order locks its prescription first.
create function show_documents_to_pharmacy() returns trigger
language plpgsql set search_path = public, pg_temp
as $$
begin
  if new.status in ('PENDING', 'PREPARING', 'READY', 'DELIVERED') then
    insert into documents_of_pharmacies (tenant_id, pharmacy_id, created_at, document_id)
    select d.tenant_id, new.pharmacy_id, d.created_at, d.id
    from documents d
    where d.tenant_id = new.tenant_id
      and d.prescription_id = new.prescription_id
      and d.ready_at is not null
    on conflict do nothing;
  else
    delete from documents_of_pharmacies s
    using documents d
    where d.tenant_id = new.tenant_id
      and d.prescription_id = new.prescription_id
      and s.tenant_id = d.tenant_id
      and s.document_id = d.id
      and s.pharmacy_id = new.pharmacy_id
      and not exists (
        select
        from orders o
        where o.tenant_id = new.tenant_id
          and o.prescription_id = new.prescription_id
          and o.pharmacy_id = new.pharmacy_id
          and o.status in ('PENDING', 'PREPARING', 'READY', 'DELIVERED')
      );
  end if;
  return null;
end
$$;
revoke execute on function show_documents_to_pharmacy from public;
create trigger showing after insert on orders for each row execute function show_documents_to_pharmacy();
create trigger hiding after update of status on orders
  for each row when (new.status <> old.status) execute function show_documents_to_pharmacy();

create function show_document_to_pharmacies() returns trigger
language plpgsql set search_path = public, pg_temp
as $$
begin
  -- An order that is placed at the same time waits: otherwise neither would see the other.
  perform from prescriptions where tenant_id = new.tenant_id and id = new.prescription_id for share;
  insert into documents_of_pharmacies (tenant_id, pharmacy_id, created_at, document_id)
  select distinct o.tenant_id, o.pharmacy_id, new.created_at, new.id
  from orders o
  where o.tenant_id = new.tenant_id
    and o.prescription_id = new.prescription_id
    and o.status in ('PENDING', 'PREPARING', 'READY', 'DELIVERED')
  on conflict do nothing;
  return null;
end
$$;
revoke execute on function show_document_to_pharmacies from public;
create trigger showing after update of ready_at on documents
  for each row when (old.ready_at is null and new.ready_at is not null and new.prescription_id is not null)
  execute function show_document_to_pharmacies();
