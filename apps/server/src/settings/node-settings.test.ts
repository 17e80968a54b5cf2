import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';

test('one machine is node-1 and says nothing of its addresses', () => {
  expect(readConfig({})).toMatchObject({ nodeName: 'node-1', nodeSipAddress: undefined, nodeHttpAddress: undefined });
});

test('addresses of a carrier are a host with a port, and an origin', () => {
  const read = (NODE_SIP_ADDRESS: string, NODE_HTTP_ADDRESS: string) =>
    readConfig({ NODE_SIP_ADDRESS, NODE_HTTP_ADDRESS });
  expect(read('10.0.0.7:5060', 'http://10.0.0.7:8080/')).toMatchObject({
    nodeSipAddress: '10.0.0.7:5060',
    nodeHttpAddress: 'http://10.0.0.7:8080',
  });
  expect(read('[2001:db8::7]:5060', 'https://a.example').nodeSipAddress).toBe('[2001:db8::7]:5060');
  for (const sip of ['10.0.0.7', '10.0.0.7:0', '10.0.0.7:99999', 'a b:5060', ':5060', 'sip:a:5060 x']) {
    expect(() => read(sip, 'http://a.example'), sip).toThrow('NODE_SIP_ADDRESS');
  }
  for (const http of [
    'a.example',
    'http://a.example/path',
    'http://user@a.example',
    'http://a.example/?q',
    'ftp://a',
  ]) {
    expect(() => read('a:5060', http), http).toThrow('NODE_HTTP_ADDRESS');
  }
});
