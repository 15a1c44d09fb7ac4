() => [...document.querySelectorAll('.as-of:has(time):has(i)')].map((fact) => [
  fact.querySelector('time').textContent,
  fact.querySelector('i').textContent,
  fact.classList.contains('is-old'),
])
