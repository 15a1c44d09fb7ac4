() => [...document.querySelectorAll('article .frame.fits')]
  .filter((frame) => frame.checkVisibility() && frame.querySelectorAll('tbody tr').length > 3)
  .map((frame) => {
    [...frame.querySelectorAll('tbody tr')].at(-1).scrollIntoView({ block: 'center', behavior: 'instant' });
    const head = frame.querySelector('thead th').getBoundingClientRect();
    const covered = document.querySelector('body > header').getBoundingClientRect().bottom;
    return [frame.getAttribute('aria-label'), head.top >= covered - 1 && head.bottom <= innerHeight];
  })
