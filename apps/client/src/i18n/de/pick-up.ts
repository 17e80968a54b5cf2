import type { pickUp as en } from '../en/pick-up.ts';
import type { Shape } from '../shape.ts';

export const pickUp: Shape<typeof en> = {
  button: 'Heranholen',
  named: 'Anruf für {{name}} heranholen',
  busy: 'Beende erst deinen Anruf',
};
