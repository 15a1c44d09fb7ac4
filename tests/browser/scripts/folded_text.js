() => [...document.querySelectorAll('article details.fold')]
  .filter((fold) => [...fold.children].some((part) => !part.checkVisibility({ contentVisibilityAuto: true })))
  .map((fold) => fold.querySelector('summary').innerText)
