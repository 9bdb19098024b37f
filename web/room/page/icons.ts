/** Paths on a 24 × 24 grid, with a stroke of 2. */
const paths = {
  mic: 'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21',
  micOff:
    'M9 9.5V11a3 3 0 0 0 4.6 2.5M15 10V6a3 3 0 0 0-5.8-1M5.5 11a6.5 6.5 0 0 0 10.6 5M18.5 11a6.5 6.5 0 0 1-.6 2.7M12 17.5V21M4 4l16 16',
  cam: 'M4.5 6.5h9a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM15.5 11l6-3.5v9l-6-3.5',
  camOff:
    'M10 6.5h3.5a2 2 0 0 1 2 2V11l6-3.5v9l-3-1.7M15.5 15.5a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2h.5M3 3l18 18',
  screen:
    'M4 4.5h16a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 15V6A1.5 1.5 0 0 1 4 4.5zM8 20h8M12 13.5v-6M9.2 10L12 7.2l2.8 2.8',
  hand: 'M8 12.5V6a1.5 1.5 0 0 1 3 0v5M11 10.5V4.5a1.5 1.5 0 0 1 3 0V11M14 11V6a1.5 1.5 0 0 1 3 0v8c0 4-2.2 7-6 7-3 0-4.3-1.5-5.6-4L3.7 13.8a1.5 1.5 0 0 1 2.6-1.5L8 14.5',
  chat: 'M20.5 12a8 8 0 0 1-8.5 7.5 9.6 9.6 0 0 1-3-.5L4 20.5l1.4-4A7 7 0 0 1 3.5 12 8 8 0 0 1 12 4.5a8 8 0 0 1 8.5 7.5z',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c0-3 2.9-5 6.5-5s6.5 2 6.5 5M16 4.9a3.5 3.5 0 0 1 0 6.2M18 14.8c2.2.7 3.5 2.4 3.5 4.7',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.7a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6zM9 14.7a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6z',
  leave:
    'M3.2 13.8c-.5-1-.7-2.2.2-3C5.7 8.9 8.7 8 12 8s6.3.9 8.6 2.8c.9.8.7 2 .2 3l-.6 1.2c-.3.5-.8.7-1.3.5l-3-1a1.3 1.3 0 0 1-.9-1.2v-1.6a12 12 0 0 0-6 0v1.6c0 .6-.4 1-.9 1.2l-3 1c-.5.2-1 0-1.3-.5z',
  close: 'M6 6l12 12M18 6L6 18',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  attach:
    'M19.5 11.5l-7.6 7.6a4.6 4.6 0 0 1-6.500-6.500l8-8a3.100 3.100 0 0 1 4.400 4.400l-8 8a1.500 1.500 0 0 1-2.200-2.200l7.300-7.300',
  send: 'M21 3L10.5 13.5M21 3l-6.5 18-4-7.5L3 9.5z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  warn: 'M12 8.5v5M12 17h.01M10.3 4L2.7 17.5A2 2 0 0 0 4.4 20.5h15.2a2 2 0 0 0 1.7-3L13.7 4a2 2 0 0 0-3.4 0z',
  sound: 'M4 9.5v5h3.5L12.5 19V5L7.5 9.5zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11',
  flip: 'M4 10a8 8 0 0 1 14-4l2 2M20 4v4h-4M20 14a8 8 0 0 1-14 4l-2-2M4 20v-4h4',
  bell: 'M6 10a6 6 0 0 1 12 0c0 5 2 6.5 2 6.5H4s2-1.5 2-6.5zM10 20a2.2 2.2 0 0 0 4 0',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  wifi: 'M2.5 9a14 14 0 0 1 19 0M5.8 12.7a9 9 0 0 1 12.4 0M9 16.2a4.3 4.3 0 0 1 6 0M12 19.5h.01',
  line: 'M5 15v4M12 10v9M19 5v14',
  copy: 'M9 9h9.5a1.5 1.5 0 0 1 1.5 1.5V19a1.5 1.5 0 0 1-1.5 1.5H10A1.5 1.5 0 0 1 8.5 19V9.5M15 8.5V5A1.5 1.5 0 0 0 13.5 3.5H5A1.5 1.5 0 0 0 3.5 5v8.5A1.5 1.5 0 0 0 5 15h3',
  lock: 'M6.5 10.5h11A1.5 1.5 0 0 1 19 12v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19v-7a1.5 1.5 0 0 1 1.5-1.5zM8 10.5V7.5a4 4 0 0 1 8 0v3',
  globe:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c2.5 2.4 3.5 5.2 3.5 8.5s-1 6.1-3.5 8.5c-2.5-2.4-3.5-5.2-3.5-8.5s1-6.1 3.5-8.5z',
  done: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM8.5 12.3l2.5 2.5 4.7-5',
  pen: 'M4 20h4L19.5 8.5a2.1 2.1 0 0 0-3-3L5 17z',
} as const
export type IconName = keyof typeof paths

const SVG = 'http://www.w3.org/2000/svg'

/** A decorative icon, hidden from screen readers. Its meaning is in a text or label. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  svg.classList.add('icon')
  svg.append(document.createElementNS(SVG, 'path'))
  draw(svg, name)
  return svg
}

/** Changes the icon. */
export const draw = (svg: SVGSVGElement, name: IconName): void => svg.firstElementChild!.setAttribute('d', paths[name])
