import { expect, test } from 'vitest';
import { callerIdProblem } from './custom-caller-id.ts';

const hamburg = { country: 'DE', areaCode: '40' };
const own = ['+494066969410'];
const others = ['+494066969500', '+494066969410'];

test.each([
  ['', null],
  ['  ', null],
  ['+49 40 66969 0', null],
  ['040 6696910', null],
  ['+494066969410', null],
  ['040/66969-410', null],
  ['hello', 'INVALID_NUMBER'],
  ['12', 'INVALID_NUMBER'],
  ['+49 1', 'INVALID_NUMBER'],
  ['040 66969500', 'DIRECT_DIAL'],
])('%j as a caller id: %s', (typed, problem) => {
  expect(callerIdProblem(typed, hamburg, own, others)).toBe(problem);
});
