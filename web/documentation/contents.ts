/** Marks the section that is being read in the contents, and closes them on small screens when one is chosen. */
export function markCurrentSection(): void {
  const contents = document.querySelector<HTMLElement>('#contents')
  if (!contents) return
  const links = [...contents.querySelectorAll<HTMLAnchorElement>('li li a')]
  contents.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') && contents.matches(':popover-open')) contents.hidePopover()
  })
  contents.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'center' })

  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue
        for (const link of links) link.removeAttribute('aria-current')
        const link = links.find(({ hash }) => hash === `#${target.id}`)
        link?.setAttribute('aria-current', 'true')
        if (!contents.matches(':hover')) link?.scrollIntoView({ block: 'nearest' })
      }
    },
    { rootMargin: '-10% 0px -80%' },
  )
  for (const { hash } of links) {
    const section = document.getElementById(decodeURIComponent(hash.slice(1)))
    if (section) seen.observe(section)
  }
}
