import type { Platform } from './harness.ts'

/** `changes` returns the tables that calls wrote since `reset`, of one tenant or of all. */
export type Watch = { reset(): Promise<void>; changes(tenantId?: string): Promise<string[]> }

/** Records the tables that the application's role writes, except those that refused calls write too. */
export async function watchTables({ owner }: Platform): Promise<Watch> {
  await owner.query(`
    create table touched (name text, tenant text);
    create function note_touched() returns trigger language plpgsql security definer as $$
    begin
      if session_user <> 'medina_app' then return null; end if;
      insert into public.touched
      values (tg_table_name, case tg_op when 'DELETE' then old.tenant_id else new.tenant_id end);
      return null;
    end $$`)
  const { rows } = await owner.query<{ name: string }>(
    `select c.oid::regclass::text as name
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relkind in ('r', 'p')
       and not c.relispartition
       and c.relnamespace = 'public'::regnamespace
       and c.relname not like 'audit\\_%'
       and c.relname not like 'request\\_%'`,
  )
  for (const { name } of rows)
    await owner.query(`
      create trigger note_touched after insert or update or delete on ${name}
      for each row execute function note_touched()`)
  return {
    async reset() {
      await owner.query('delete from touched')
    },
    async changes(tenantId) {
      const { rows } = await owner.query<{ name: string }>(
        'select distinct name from touched where $1::text is null or tenant = $1 order by name',
        [tenantId],
      )
      return rows.map(({ name }) => name)
    },
  }
}
