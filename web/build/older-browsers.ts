/**
 * The same stylesheet for browsers that do not know `light-dark()`, which came in 2024; weak phones are often older. Colours
 * that differ are custom properties of `:root`; each gets its light value there, its dark one by media query, and again for
 * `.night`: what is dark at any hour.
 */
export function forOlderBrowsers(css: string): string {
  const dark = [...css.matchAll(/(--[\w-]+):\s*light-dark\(([^,()]+),\s*([^,()]+)\);/g)].map(
    ([, name, , value]) => `${name}: ${value};`,
  )
  const light = css.replaceAll(/light-dark\(([^,()]+),\s*([^,()]+)\)/g, '$1')
  if (dark.length === 0) return light
  const rules = dark.join('\n')
  return `${light}\n@media (prefers-color-scheme: dark) { :root { ${rules} } }\n.night { color-scheme: dark; ${rules} }\n`
}
