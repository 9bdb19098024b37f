import { testMasterKeys } from '../../../../../testing/roles.ts'
import { Vault } from '../../../../lib/secrets.ts'
import { openLog } from '../../../../log.ts'
import { GatewayMessages } from './gateway-provider-testing.ts'
import { Sender } from './sender.ts'
import { workerDatabase } from './sender-testing.ts'

/** A sender in a separate process, until it is killed. */
const provider = new GatewayMessages(process.env.GATEWAY_URL!)
const database = workerDatabase(process.env.WORKER_URL!)
const vault = new Vault(testMasterKeys)
new Sender({
  database,
  providers: { SMS: provider },
  vault,
  log: openLog('silent'),
  publicUrl: 'http://localhost:3000',
  leaseSec: 12,
}).start()
console.log('sending')
