import { words } from '../language.ts'
import { Dialog } from '../parts/dialog.tsx'
import type { Screen } from '../screens.ts'
import { choose, useSetting } from '../settings.ts'

export function Shortcuts({ screens, onClose }: { screens: readonly Screen[]; onClose: () => void }) {
  const { help, screens: titles } = words()
  const isOn = useSetting('shortcuts')
  return (
    <Dialog title={help.title} onClose={onClose}>
      <dl className="shortcuts">
        <dt>
          <kbd>/</kbd> <kbd>Ctrl K</kbd>
        </dt>
        <dd>{help.search}</dd>
        <dt>
          <kbd>?</kbd>
        </dt>
        <dd>{help.help}</dd>
        {screens.map(({ name, letter }) => (
          <div key={name}>
            <dt>
              <kbd>g</kbd> <kbd>{letter}</kbd>
            </dt>
            <dd>{titles[name]}</dd>
          </div>
        ))}
      </dl>
      <label className="switch">
        <input type="checkbox" checked={isOn} onChange={({ target }) => choose('shortcuts', target.checked)} />
        {help.on}
      </label>
    </Dialog>
  )
}
