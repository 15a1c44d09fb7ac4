(field, text) => {
  const list = document.getElementById(field.getAttribute('aria-controls'));
  const begun = performance.now();
  const done = new MutationObserver(() => {
    if (list.getAttribute('aria-busy') !== 'false') return;
    done.disconnect();
    window.took = performance.now() - begun;
  });
  done.observe(list, { attributes: true, attributeFilter: ['aria-busy'] });
  field.value = text;
  field.dispatchEvent(new InputEvent('input'));
}
