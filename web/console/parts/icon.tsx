/** Stroked paths on a 24 × 24 grid. */
const shapes = {
  overview: 'M3 12h4l3-8 4 16 3-8h4',
  events: 'M5 5h14M5 12h14M5 19h8',
  deliveries: 'm4 12 16-8-6 16-3-7z',
  webhooks: 'M9 9a4 4 0 1 1 6 0l3 6M8 15a4 4 0 1 0 4 4h6M12 7 8 15M18 15a3 3 0 1 1-1 5',
  clients: 'M14 10a4 4 0 1 0-4 4l1-1h2v-2h1zM14 10l6-6M17 7l2 2',
  requests: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  sandbox: 'M9 3h6M10 3v6L5 19a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2L14 9V3M7.500 15h9',
  today: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  hours: 'M4 5h7v6H4zM13 9h7v8h-7zM4 15h7v4H4z',
  booking: 'M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h9M17 17h3M15 15v4',
  waitlist: 'M6 3h12M6 21h12M8 3c0 5 8 6 8 9s-8 4-8 9M16 3c0 5-8 6-8 9s8 4 8 9',
  people:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7M3 20c0-4 3-6 6-6s6 2 6 6M16 4.500a3.500 3.500 0 0 1 0 6.500M18 14.500c2 .8 3 2.800 3 5.500',
  invoices: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  messages: 'M4 5h16v11H9l-5 4z',
  letterhead: 'M6 3h9l4 4v14H6zM9 8h4M9 13h7M9 17h7',
  audit: 'M12 3 5 6v6c0 4 3 7 7 9 4-2 7-5 7-9V6zM9 12l2 2 4-4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13M20 20l-4.500-4.500',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  again: 'M4 12a8 8 0 1 1 2.500 5.800M4 20v-5h5',
  plus: 'M12 5v14M5 12h14',
  next: 'm9 6 6 6-6 6',
  previous: 'm15 6-6 6 6 6',
  person: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c0-5 4-7 8-7s8 2 8 7',
  help: 'M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3 2',
  live: 'M12 13a1 1 0 1 0 0-2 1 1 0 0 0 0 2M8 16a6 6 0 0 1 0-8M16 8a6 6 0 0 1 0 8M5 19a10 10 0 0 1 0-14M19 5a10 10 0 0 1 0 14',
  video: 'M3 6h12v12H3zM15 10l6-3v10l-6-3',
} as const

export type IconName = keyof typeof shapes

/** Icons that point in the direction of the text. */
const directional: readonly IconName[] = ['next', 'previous', 'deliveries']

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={`icon ${directional.includes(name) ? 'directional' : ''}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}
