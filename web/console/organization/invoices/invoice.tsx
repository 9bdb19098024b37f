import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InvoiceWithPayments } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { words } from '../../language.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { Button } from '../../parts/button.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Empty, Loaded, Table } from '../../parts/table.tsx'
import { Copied, money, Time } from '../../parts/text.tsx'
import { useMay } from '../../permissions.ts'
import { text } from '../words/index.ts'
import { isCancellable, refundableOf } from './amounts.ts'
import { MoneyState } from './invoice-state.tsx'
import { CancelDialog, PayDialog, RefundDialog } from './money-dialogs.tsx'

const dialogs = { pay: PayDialog, refund: RefundDialog, cancel: CancelDialog }

/** An invoice with its payments, refunds, and currently allowed actions. */
export function Invoice({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['invoices', 'one', id],
    queryFn: async () => medina.invoices.get(id).withMeta(),
  })
  const [opened, setOpened] = useState<keyof typeof dialogs>()
  const mayPay = useMay('takePayment')
  const mayRefund = useMay('refundInvoice')
  const mayCancel = useMay('cancelInvoice')
  const t = text().invoices
  const invoice = query.data?.data
  const Dialog = opened && dialogs[opened]
  return (
    <Page
      title={query.data ? `${t.title} ${query.data.data?.number ?? ''}` : t.title}
      above={{ href: '/invoices', title: words().screens.invoices }}
      lead={<Copied value={id} />}
      actions={
        invoice && (
          <>
            <Button onClick={() => print()}>{t.print}</Button>
            {mayPay && invoice.dueMAD > 0 && (
              <Button look="main" onClick={() => setOpened('pay')}>
                {t.pay}
              </Button>
            )}
            {mayRefund && refundableOf(invoice) > 0 && <Button onClick={() => setOpened('refund')}>{t.refund}</Button>}
            {mayCancel && isCancellable(invoice) && <Button onClick={() => setOpened('cancel')}>{t.cancel}</Button>}
          </>
        )
      }
    >
      <Loaded query={query}>{({ data }) => <Facts invoice={data} />}</Loaded>
      {Dialog && query.data && (
        <Dialog invoice={query.data.data} etag={query.data.meta.etag} onClose={() => setOpened(undefined)} />
      )}
    </Page>
  )
}

function Facts({ invoice }: { invoice: InvoiceWithPayments }) {
  const t = text().invoices
  const facts = [
    [
      t.number,
      <bdi key="number" dir="ltr">
        {invoice.number}
      </bdi>,
    ],
    [t.status, <MoneyState key="status" status={invoice.status} />],
    [
      t.patient,
      <Anchor key="patient" href={`/invoices?patientId=${invoice.patientId}`}>
        <bdi>{invoice.patient.name}</bdi>
      </Anchor>,
    ],
    [t.professional, invoice.doctor ? <bdi key="doctor">{invoice.doctor.name}</bdi> : '–'],
    [t.amount, money(invoice.amountMAD)],
    [t.paid, money(invoice.paidMAD)],
    [t.refunded, money(invoice.refundedMAD)],
    [t.due, money(invoice.dueMAD)],
    [t.created, <Time key="created" at={invoice.createdAt} />],
    ...(invoice.description ? [[t.description, <bdi key="description">{invoice.description}</bdi>] as const] : []),
    ...(invoice.cancelledAt ? [[t.cancelled, <Time key="cancelled" at={invoice.cancelledAt} />] as const] : []),
    ...(invoice.cancelReason ? [[t.reason, <bdi key="reason">{invoice.cancelReason}</bdi>] as const] : []),
  ] as const
  return (
    <>
      <dl className="facts">
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Section title={t.payments}>
        {invoice.payments.length === 0 ? (
          <Empty title={t.noPayments} />
        ) : (
          <Table
            label={t.payments}
            rows={invoice.payments}
            keyOf={({ id }) => id}
            columns={[
              { title: t.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
              { title: t.method, cell: ({ method }) => t.methods[method] ?? method },
              { title: t.status, cell: ({ status }) => <MoneyState status={status} /> },
              { title: t.amount, cell: ({ amountMAD }) => money(amountMAD), isNumber: true },
            ]}
          />
        )}
      </Section>
      {invoice.refunds.length > 0 && (
        <Section title={t.refunds}>
          <Table
            label={t.refunds}
            rows={invoice.refunds}
            keyOf={({ id }) => id}
            columns={[
              { title: t.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
              { title: t.reason, cell: ({ reason }) => (reason ? <bdi>{reason}</bdi> : '–') },
              { title: t.status, cell: ({ status }) => <MoneyState status={status} /> },
              { title: t.amount, cell: ({ amountMAD }) => money(amountMAD), isNumber: true },
            ]}
          />
        </Section>
      )}
    </>
  )
}
