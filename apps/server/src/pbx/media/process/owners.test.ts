import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Owners } from './owners.ts';

const someOwners = () => {
  const lost: string[] = [];
  const owners = new Owners(pino({ level: 'silent' }), (node) => ({
    node,
    size: 1,
    missed() {},
    signallingLost: () => lost.push(node),
    async stop() {},
  }));
  const carrier = (node: string, epoch: number) => {
    const heard: string[] = [];
    const connection = { write: (line: string) => heard.push(line), destroy() {} };
    return { connection, heard, hello: () => owners.hello(connection, { node, epoch }) };
  };
  return { owners, lost, carrier };
};

test('orders of a carrier are refused once one of a higher epoch has come, and it is told so', () => {
  const { owners, lost, carrier } = someOwners();
  const [first, second] = [carrier('node-1', 1), carrier('node-1', 2)];
  first.hello();
  expect(owners.endpointsOf(first.connection, 'close').node).toBe('node-1');
  second.hello();
  expect(first.heard).toEqual(['{"outlived":{"epoch":2}}\n']);
  expect(() => owners.endpointsOf(first.connection, 'close')).toThrow('node-1 is carried at epoch 2');
  expect(owners.endpointsOf(second.connection, 'close').node).toBe('node-1');
  expect(lost).toEqual(['node-1']);
  expect(() => carrier('node-1', 1).hello()).toThrow('node-1 is carried at epoch 2');
});

test('the epoch of one node says nothing of another', () => {
  const { owners, carrier } = someOwners();
  const [one, other] = [carrier('node-1', 7), carrier('node-2', 1)];
  one.hello();
  other.hello();
  expect(owners.endpointsOf(other.connection, 'close').node).toBe('node-2');
  expect(owners.size).toBe(2);
});
