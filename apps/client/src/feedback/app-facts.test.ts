import { expect, test } from 'vitest';
import { machineOf } from './app-facts.ts';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test.each([
  [`${mac} ${chrome}`, 'Chrome 140.0.0.0', 'macOS 10.15.7'],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15`, 'Safari 18.3', 'macOS 10.15.7'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/140.0.1.0`, 'Edge 140.0.1.0', 'Windows 10.0'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox 143.0', 'Linux'],
  [`Mozilla/5.0 (Linux; Android 16) ${chrome}`, 'Chrome 140.0.0.0', 'Android 16'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${chrome} Sidetone/4.2.0 Electron/38.1.0`, 'Sidetone 38.1.0', 'Linux'],
  ['curl', '', ''],
])('%s', (userAgent, browser, os) => {
  expect(machineOf(userAgent)).toEqual({ browser, os });
});
