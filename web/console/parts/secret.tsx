import { fill, words } from '../language.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Copied } from './text.tsx'

/** A secret that is shown once. Only its button closes it, so that the user does not lose it by accident. */
export function SecretOnce({
  title,
  name,
  secret,
  onClose,
}: {
  title: string
  name: string
  secret: string
  onClose: () => void
}) {
  const text = words().secret
  return (
    <Dialog title={title} canClose={false} onClose={onClose}>
      <p>{fill(text.once, { name })}</p>
      <p className="secret">
        <Copied value={secret} label={name} />
      </p>
      <div className="form-foot">
        <Button look="main" onClick={onClose}>
          {text.saved}
        </Button>
      </div>
    </Dialog>
  )
}
