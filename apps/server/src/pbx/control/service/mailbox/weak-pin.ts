/** The longest PIN of a mailbox. */
export const mostPinDigits = 10;

const shape = new RegExp(`^[0-9]{4,${mostPinDigits}}$`);
const upwards = '01234567890123456789';
const downwards = '98765432109876543210';

/** Whether a PIN is none, or would be among the first that somebody guesses: one digit, a row of digits, or the extension. */
export const isWeakPin = (pin: string, extension: string | null): boolean =>
  !shape.test(pin) ||
  /^([0-9]+?)\1+$/.test(pin) ||
  upwards.includes(pin) ||
  downwards.includes(pin) ||
  (extension !== null && pin.replace(/^0+/, '') === extension);
