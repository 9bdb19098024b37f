/** When the server runs its own tasks, in UTC (graphile-worker's crontab format). */
export const crontab = `
* * * * * seal-audit
* * * * * settle-payments
* * * * * add-up-webhooks
7 2 * * * make-partitions ?fill=2d
23 * * * * purge-expired
19 3 * * * end-webhook-months ?fill=2d
41 3 * * * rotate-signing-key ?fill=2d
*/15 * * * * reminders
0 * * * * auto-cancel
0 9 * * * recall ?fill=12h
0 6 * * * expiry-warnings ?fill=1d
*/15 * * * * apply-scheduled-pricing
*/30 * * * * drip-campaigns
`

/** The same in a sandbox alone. Where no server ran on Sunday, it is done at the next start. */
export const sandboxCrontab = `
0 0 * * 0 reset-sandbox ?fill=7d
`
