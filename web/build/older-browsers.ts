/**
 * Rewrites a stylesheet for browsers without `light-dark()`, which dates from 2024: cheap phones are often older. Such
 * colours are custom properties of `:root`. Each gets its light value there and its dark value in a media query, and
 * the dark value again for `.night`, which is always dark.
 */
export function withoutLightDark(css: string): string {
  const dark = [...css.matchAll(/(--[\w-]+):\s*light-dark\(([^,()]+),\s*([^,()]+)\);/g)].map(
    ([, name, , value]) => `${name}: ${value};`,
  )
  const light = css.replaceAll(/light-dark\(([^,()]+),\s*([^,()]+)\)/g, '$1')
  if (dark.length === 0) return light
  const rules = dark.join('\n')
  return `${light}\n@media (prefers-color-scheme: dark) { :root { ${rules} } }\n.night { color-scheme: dark; ${rules} }\n`
}
