/** Steps of an arrow key: down, and in the direction of the text. */
export function arrowOf({ key }: { key: string }): [down: number, across: number] {
  const forward = document.documentElement.dir === 'rtl' ? -1 : 1
  if (key === 'ArrowDown') return [1, 0]
  if (key === 'ArrowUp') return [-1, 0]
  if (key === 'ArrowRight') return [0, forward]
  if (key === 'ArrowLeft') return [0, -forward]
  return [0, 0]
}
