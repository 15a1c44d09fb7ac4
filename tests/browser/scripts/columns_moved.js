(frame) => {
  const corner = frame.querySelector('thead td'), label = frame.querySelector('tbody th[scope=row]');
  const edge = (one) => one.getBoundingClientRect();
  frame.scrollLeft = frame.scrollWidth;
  frame.scrollTop = frame.scrollHeight;
  return {
    columns: frame.scrollLeft,
    header: [edge(corner).left - edge(frame).left, edge(corner).top - edge(frame).top],
    label: edge(label).left - edge(frame).left,
    focus: frame.tabIndex,
  };
}
