import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { OpeningRule } from '../../../clients/javascript/src/medina.ts'
import { medina } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Failed } from '../parts/failed.tsx'
import { Empty } from '../parts/table.tsx'
import { say } from '../parts/toasts.tsx'
import { useMay } from '../permissions.ts'
import { BlockDialog } from './block-dialog.tsx'
import { type Block, blocksOf, rulesOf } from './week.ts'
import { WeekGrid } from './week-grid.tsx'
import { text } from './words/index.ts'

type WeekProps = {
  professionalId: string
  rules: readonly OpeningRule[]
  etag: string | undefined
  places: readonly { id: string; name: string }[]
  onSaved: () => void
}

/** Edits the hours of the week, which are saved together. */
export function Week({ professionalId, rules, etag, places, onSaved }: WeekProps) {
  const [blocks, setBlocks] = useState(() => blocksOf(rules))
  const [opened, setOpened] = useState<Block>()
  const mayWrite = useMay('replaceOpening')
  const t = text().hours
  const isChanged = JSON.stringify(rulesOf(blocks)) !== JSON.stringify(rulesOf(blocksOf(rules)))
  const save = useMutation({
    mutationFn: async () =>
      medina.doctors.opening.replace(professionalId, { rules: rulesOf(blocks) }, { ifMatch: etag }),
    onSuccess: () => {
      say(t.saved)
      onSaved()
    },
  })
  const newBlock = (weekday: number, from: number, to: number): Block => ({
    ...{ key: Math.max(-1, ...blocks.map(({ key }) => key)) + 1, weekday, from, to, placeId: places[0]!.id },
    ...{ modes: ['IN_PERSON', 'VIDEO'], validFrom: null, validUntil: null, season: null },
  })
  const put = (block: Block) => setBlocks((before) => [...before.filter(({ key }) => key !== block.key), block])
  const remove = ({ key }: Block) => setBlocks((before) => before.filter((one) => one.key !== key))

  return (
    <section className="section">
      <div className="section-head">
        <h2>{t.title}</h2>
        {mayWrite && (
          <Button icon="plus" onClick={() => setOpened(newBlock(1, 9 * 60, 12 * 60))}>
            {t.add}
          </Button>
        )}
      </div>
      {blocks.length === 0 && !mayWrite && <Empty title={t.none} />}
      <WeekGrid
        blocks={blocks}
        places={places}
        mayWrite={mayWrite}
        onDraw={(weekday, from, to) => setOpened(newBlock(weekday, from, to))}
        onOpen={setOpened}
        onChange={put}
        onRemove={remove}
      />
      {mayWrite && <p className="hint">{t.hint}</p>}
      {save.error !== null && <Failed error={save.error} />}
      {isChanged && (
        <div className="hours-save" role="status">
          <span>{t.unsaved}</span>
          <Button look="main" isBusy={save.isPending} onClick={() => save.mutate()}>
            {t.save}
          </Button>
          <Button onClick={() => setBlocks(blocksOf(rules))}>{t.discard}</Button>
        </div>
      )}
      {opened && (
        <BlockDialog
          block={opened}
          places={places}
          isNew={!blocks.some(({ key }) => key === opened.key)}
          onApply={(block) => {
            put(block)
            setOpened(undefined)
          }}
          onRemove={() => {
            remove(opened)
            setOpened(undefined)
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  )
}
