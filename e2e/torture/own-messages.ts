import { tortureCases } from '../../packages/sip/src/testing/torture/cases.ts';
import type { Original } from './originals.ts';

/** Our own messages for the fifty, as if they had been read from a folder. */
export function ownMessages(): Original[] {
  const setting = {
    id: 'own',
    transport: 'UDP' as const,
    user: 'lotte',
    callId: 'own',
    fromTag: 'own',
    toTag: '',
    cseq: 7,
  };
  return tortureCases.map(({ name, section, fate, stream, write }) => {
    const expected = fate === 'understood' ? 'understood' : String(fate);
    const onStream = stream === undefined ? '' : `; on a stream ${stream}`;
    const text = Buffer.from(write(setting)).toString('latin1');
    return {
      name: name.slice(0, 18),
      section,
      expected: `${expected}${onStream}${fate === 'silence' ? ', discard' : ''}`,
      text,
    };
  });
}
