() => [...document.querySelectorAll('article :is(h1, h2, h3, tbody)')]
  .filter((one) => !one.closest('[hidden], details:not([open])') && !one.checkVisibility({ visibilityProperty: true }))
  .map((one) => one.innerText || one.outerHTML.slice(0, 200))
