import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { InvoiceWithPayments } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { fill } from '../../language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Choice, Form, MutationForm, TextField } from '../../parts/form.tsx'
import { money } from '../../parts/text.tsx'
import { say } from '../../parts/toasts.tsx'
import { useMe } from '../agenda/data.ts'
import { text } from '../words/index.ts'
import { centimesOf, refundableOf, typedOf } from './amounts.ts'

type DialogProps = { invoice: InvoiceWithPayments; etag: string | undefined; onClose: () => void }

const refresh = () => queries.invalidateQueries({ queryKey: ['invoices'] })

/** Records a cash payment, or charges a card. */
export function PayDialog({ invoice: { id, dueMAD }, onClose }: DialogProps) {
  const isPatient = useMe().role === 'PATIENT' // patients cannot record cash
  const [method, setMethod] = useState(isPatient ? 'CARD' : 'CASH')
  const [amount, setAmount] = useState(typedOf(dueMAD))
  const [cardToken, setCardToken] = useState('')
  const [isTried, setTried] = useState(false)
  const t = text().invoices
  const amountMAD = centimesOf(amount)
  const pay = useMutation({
    mutationFn: async (amountMAD: number) =>
      medina.invoices.takePayment(id, {
        method,
        amountMAD,
        ...(method === 'CARD' && cardToken.trim() && { cardToken: cardToken.trim() }),
      }),
    onSuccess: async ({ amountMAD }) => {
      say(fill(t.paidMessage, { amount: money(amountMAD) }))
      onClose()
    },
    // Also after a failure, to show a declined or pending payment.
    onSettled: refresh,
  })
  return (
    <Dialog title={t.pay} onClose={onClose}>
      <p>{fill(t.payText, { due: money(dueMAD) })}</p>
      <Form
        onSubmit={() => {
          setTried(true)
          if (amountMAD !== undefined) pay.mutate(amountMAD)
        }}
        isBusy={pay.isPending}
        error={pay.error}
        button={amountMAD === undefined ? t.pay : fill(t.payButton, { amount: money(amountMAD) })}
      >
        <Choice
          label={t.method}
          value={method}
          options={(isPatient ? ['CARD'] : ['CASH', 'CARD']).map((one) => [one, t.methods[one]!])}
          onChange={setMethod}
        />
        <TextField
          label={t.amountInput}
          inputMode="decimal"
          value={amount}
          onChange={setAmount}
          fault={isTried && amountMAD === undefined ? t.amountError : faultOf(pay.error, 'amountMAD')}
        />
        {method === 'CARD' && (
          <TextField
            label={t.cardToken}
            hint={t.cardTokenHint}
            dir="ltr"
            autoComplete="off"
            value={cardToken}
            onChange={setCardToken}
            fault={faultOf(pay.error, 'cardToken')}
          />
        )}
      </Form>
    </Dialog>
  )
}

/** Refunds an amount of an invoice. */
export function RefundDialog({ invoice, onClose }: DialogProps) {
  const refundable = refundableOf(invoice)
  const [amount, setAmount] = useState(typedOf(refundable))
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const t = text().invoices
  const amountMAD = centimesOf(amount)
  const refund = useMutation({
    mutationFn: async (amountMAD: number) =>
      medina.invoices.refund(invoice.id, { amountMAD, ...(reason.trim() && { reason: reason.trim() }) }),
    onSuccess: ({ amountMAD }) => {
      say(fill(t.refundedMessage, { amount: money(amountMAD) }))
      onClose()
    },
    onSettled: refresh,
  })
  return (
    <Dialog title={t.refund} onClose={onClose}>
      <p>{fill(t.refundText, { refundable: money(refundable), paid: money(invoice.paidMAD) })}</p>
      <Form
        onSubmit={() => {
          setTried(true)
          if (amountMAD !== undefined) refund.mutate(amountMAD)
        }}
        isBusy={refund.isPending}
        error={refund.error}
        button={amountMAD === undefined ? t.refund : fill(t.refundButton, { amount: money(amountMAD) })}
        look="danger"
      >
        <TextField
          label={t.amountInput}
          inputMode="decimal"
          value={amount}
          onChange={setAmount}
          fault={isTried && amountMAD === undefined ? t.amountError : faultOf(refund.error, 'amountMAD')}
        />
        <TextField
          label={t.reason}
          dir="auto"
          value={reason}
          onChange={setReason}
          fault={faultOf(refund.error, 'reason')}
        />
      </Form>
    </Dialog>
  )
}

export function CancelDialog({ invoice: { id, number, amountMAD }, etag, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const t = text().invoices
  const cancel = useMutation({
    mutationFn: async () =>
      medina.invoices.cancel(id, reason.trim() ? { reason: reason.trim() } : {}, { ifMatch: etag }),
    onSuccess: async () => {
      say(fill(t.cancelledMessage, { number }))
      onClose()
      await refresh()
    },
  })
  return (
    <Dialog title={t.cancel} onClose={onClose}>
      <p>{fill(t.cancelText, { number, amount: money(amountMAD) })}</p>
      <MutationForm mutation={cancel} button={t.cancelButton} look="danger">
        <TextField
          label={t.reason}
          dir="auto"
          value={reason}
          onChange={setReason}
          fault={faultOf(cancel.error, 'reason')}
        />
      </MutationForm>
    </Dialog>
  )
}
