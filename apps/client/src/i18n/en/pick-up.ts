/** Taking calls that ring elsewhere. */
export const pickUp = {
  button: 'Pick up',
  named: 'Pick up the call for {{name}}',
  busy: 'End your call first',
};
