/** The allowlist for logos: shapes and their colours, and nothing that loads resources, runs scripts or repeats elements. */

export const elements = new Set(
  `svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath title desc`.split(
    ' ',
  ),
)

export const gradients = new Set(['linearGradient', 'radialGradient'])

/** Properties that paint shapes, as attributes or in a `style`. */
export const properties = new Set(
  `fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color stop-color stop-opacity clip-path clip-rule paint-order display
  visibility overflow vector-effect shape-rendering color-interpolation color-rendering enable-background isolation
  -inkscape-stroke`.split(/\s+/),
)

export const attributes = new Set([
  ...properties,
  ...`id version baseProfile data-name d points x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height viewBox
  preserveAspectRatio transform pathLength offset gradientUnits gradientTransform spreadMethod clipPathUnits`.split(
    /\s+/,
  ),
])

/** Properties that may reference an element of the drawing, as `url(#id)`. */
export const referencing = new Set(['fill', 'stroke', 'clip-path'])

/** Attributes that are names, not drawing values. */
export const names = new Set(['id', 'data-name'])

export const SVG = 'http://www.w3.org/2000/svg'
export const XLINK = 'http://www.w3.org/1999/xlink'
export const XML = 'http://www.w3.org/XML/1998/namespace'
export const XMLNS = 'http://www.w3.org/2000/xmlns/'
