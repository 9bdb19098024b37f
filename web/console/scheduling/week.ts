import type { NewOpeningRule, OpeningRule } from '../../../clients/javascript/src/medina.ts'
import { DAY_MINUTES } from '../parts/morocco.ts'

/** Hours of the week while they are edited: minutes from midnight, and a key that stays the same. */
export type Block = Omit<OpeningRule, 'from' | 'to'> & { key: number; from: number; to: number }

/** Minutes by which hours are drawn and moved. */
export const STEP = 15
const SHORTEST = STEP
/** Hours of the next day end at noon. */
const LATEST = DAY_MINUTES * 1.5

export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** `26:00` is two hours after midnight. */
export const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

export const blocksOf = (rules: readonly OpeningRule[]): Block[] =>
  rules.map((rule, key) => ({ ...rule, key, from: minutesOf(rule.from), to: minutesOf(rule.to) }))

/** The rules to save, by day and time. */
export const rulesOf = (blocks: readonly Block[]): NewOpeningRule[] =>
  blocks
    .toSorted((a, b) => a.weekday - b.weekday || a.from - b.from)
    .map(({ key: _, from, to, ...rule }) => ({ ...rule, from: timeOf(from), to: timeOf(to) }))

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

/** The block on another day or at another time of the same length. */
export function moved<B extends Pick<Block, 'weekday' | 'from' | 'to'>>(block: B, days: number, minutes: number): B {
  const length = block.to - block.from
  const from = clamp(block.from + minutes, 0, Math.min(DAY_MINUTES - STEP, LATEST - length))
  return { ...block, weekday: clamp(block.weekday + days, 1, 7), from, to: from + length }
}

/** The block with another end. */
export const resized = <B extends Pick<Block, 'from' | 'to'>>(block: B, minutes: number): B => ({
  ...block,
  to: clamp(block.to + minutes, block.from + SHORTEST, LATEST),
})

/** The time between two points that a pointer draws, in whole steps. */
export function drawn(a: number, b: number): { from: number; to: number } {
  const from = clamp(Math.floor(Math.min(a, b) / STEP) * STEP, 0, DAY_MINUTES - STEP)
  return { from, to: clamp(Math.ceil(Math.max(a, b) / STEP) * STEP, from + SHORTEST, DAY_MINUTES) }
}

/** The whole hours that a grid of the blocks shows. */
export function shownHours(blocks: readonly Pick<Block, 'from' | 'to'>[]): { from: number; to: number } {
  const from = Math.min(7 * 60, ...blocks.map((block) => block.from))
  const to = Math.max(20 * 60, ...blocks.map((block) => block.to))
  return { from: Math.floor(from / 60) * 60, to: Math.ceil(to / 60) * 60 }
}

type Laid = { block: Block; lane: number; lanes: number }

/** Overlapping blocks of a day side by side. */
export function lanesOf(blocks: readonly Block[]): Laid[] {
  const laid: Laid[] = []
  let group: Laid[] = []
  let end = Number.NEGATIVE_INFINITY
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1
    for (const one of group) one.lanes = lanes
    group = []
  }
  for (const block of blocks.toSorted((a, b) => a.from - b.from || a.key - b.key)) {
    if (block.from >= end) close()
    const busy = new Set(group.filter((one) => one.block.to > block.from).map(({ lane }) => lane))
    let lane = 0
    while (busy.has(lane)) lane++
    const one = { block, lane, lanes: 1 }
    laid.push(one)
    group.push(one)
    end = Math.max(end, block.to)
  }
  close()
  return laid
}
