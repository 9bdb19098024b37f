// Enhances the page, which is complete without it.
const nav = document.querySelector('#contents')
const filter = nav.querySelector('.filter')
const links = [...nav.querySelectorAll('li a')]

if (navigator.clipboard) {
  for (const button of document.querySelectorAll('.copy')) {
    button.hidden = false
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.closest('figure').querySelector('code').textContent)
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 1500)
    })
  }
}

// Filters by the whole text of an entry's section, its path and errors included.
const words = new Map(
  links.map((link) => [link, `${link.textContent} ${target(link)?.textContent ?? ''}`.toLowerCase()]),
)
filter.hidden = false
const field = filter.querySelector('input')
field.addEventListener('input', () => {
  const asked = field.value.toLowerCase().split(/\s+/)
  for (const [link, text] of words) link.parentElement.hidden = !asked.every((word) => text.includes(word))
  for (const section of nav.querySelectorAll('section')) section.hidden = !section.querySelector('li:not([hidden])')
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea') || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  field.focus()
})

// On small screens the contents cover the page; choosing an entry closes them.
nav.addEventListener('click', (event) => {
  if (event.target.closest('a') && nav.matches(':popover-open')) nav.hidePopover()
})

// Highlights the current section.
const seen = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue
      nav.querySelector('[aria-current]')?.removeAttribute('aria-current')
      const link = links.find((one) => one.hash === `#${target.id}`)
      link?.setAttribute('aria-current', 'true')
      if (!nav.matches(':hover')) link?.scrollIntoView({ block: 'nearest' })
    }
  },
  { rootMargin: '-10% 0px -80%' },
)
for (const link of links) {
  const section = target(link)
  if (section) seen.observe(section)
}

function target(link) {
  return document.getElementById(decodeURIComponent(link.hash.slice(1)))
}
