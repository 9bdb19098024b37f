/** The Atlas mountains below a cross. */
export const atlasLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 48">
  <defs>
    <linearGradient id="slope" x1="0" y1="48" x2="0" y2="10" gradientUnits="userSpaceOnUse">
      <stop offset="0" stop-color="#0b6b63"/>
      <stop offset="1" stop-color="#3fa79c"/>
    </linearGradient>
  </defs>
  <path d="M2 46 22 14 32 29 40 19 62 46Z" fill="url(#slope)"/>
  <path d="M22 14 16.4 23 20 26 22.6 22.4 26 25 28 23Z" fill="#ffffff"/>
  <path d="M46 2h6v5h5v6h-5v5h-6v-5h-5V7h5Z" fill="#b5432e"/>
</svg>`

/** An eight-pointed star with a cross. */
export const rifLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
  <g fill="#1d4e89">
    <rect x="10" y="10" width="28" height="28"/>
    <rect x="10" y="10" width="28" height="28" transform="rotate(45 24 24)"/>
  </g>
  <path d="M21 15h6v6h6v6h-6v6h-6v-6h-6v-6h6Z" fill="#ffffff"/>
</svg>`
