import { describe, expect, test } from 'vitest';
import { isDone } from './call-core.ts';
import { begin, beginWith } from './testing/core-driver.ts';
import { someCaller, someFork, someServedCall } from './testing/some-call.ts';

const noAnswer = { status: 480, phrase: 'Temporarily Unavailable', reason: 'TEMPORARILY_UNAVAILABLE' } as const;

describe('ringing', () => {
  test('all devices are invited while the book is still being written, and the caller hears 180 only after it', () => {
    const call = begin([someFork('tab'), someFork('phone')]);
    call.take({ type: 'mediaOpened', legId: 'tab', sdp: 'offer' }, { type: 'provisional', legId: 'tab', status: 180 });
    expect(call.told('tab')).toEqual(['invite']);
    expect(call.told('caller')).toEqual([]);
    call.take({ type: 'openedBooked' });
    expect(call.told('caller')).toEqual(['provisional 180']);
  });

  test('the caller hears 180 once however many devices ring', () => {
    const call = begin([someFork('tab'), someFork('phone')]);
    call.ring('tab', 'phone');
    expect(call.told('caller')).toEqual(['provisional 180']);
    expect(call.orders.filter((order) => order.do === 'announceRinging')).toHaveLength(1);
  });

  test('a browser learns the called channel from the display name, a phone does not', () => {
    const call = begin([someFork('tab'), { ...someFork('phone'), mediaKind: 'rtp' }]);
    call.ring('tab', 'phone');
    const invites = call.orders.flatMap((order) =>
      order.do === 'leg' && order.order.do === 'invite' ? [order.order] : [],
    );
    expect(invites.map((invite) => invite.to)).toEqual([{ user: '12', name: '12_c12' }, { user: '12' }]);
  });

  test('devices are offered the codecs the caller speaks before all others', () => {
    const call = begin([someFork('tab')], { codecs: ['PCMA'] });
    expect(call.orders).toContainEqual({
      do: 'openMedia',
      legId: 'tab',
      codecs: ['PCMA', 'opus', 'G722', 'PCMU'],
      offer: null,
    });
  });

  test('when nobody answers in time all are cancelled and the caller gets 480', () => {
    const call = begin([someFork('tab'), someFork('phone')]);
    call.ring('tab', 'phone');
    call.take({ type: 'timerFired', timer: 'ring' });
    expect(call.told('caller')).toEqual(['provisional 180', 'refuse 480']);
    expect(call.told('tab')).toEqual(['invite', 'cancel']);
    expect(call.told('phone')).toEqual(['invite', 'cancel']);
    expect(call.ended()).toEqual(['TEMPORARILY_UNAVAILABLE']);
  });

  test('a caller who gives up cancels all', () => {
    const call = begin([someFork('tab')]);
    call.ring('tab');
    call.take({ type: 'cancelled', legId: 'caller' });
    expect(call.told('tab')).toEqual(['invite', 'cancel']);
    expect(call.told('caller')).toEqual(['provisional 180']);
    expect(call.ended()).toEqual(['CANCELLED']);
  });

  test('with nobody to ring the caller is refused once the missed call is in the book', () => {
    const call = begin([], { nobody: noAnswer });
    expect(call.told('caller')).toEqual([]);
    call.take({ type: 'openedBooked' });
    expect(call.told('caller')).toEqual(['refuse 480']);
    expect(call.ended()).toEqual(['TEMPORARILY_UNAVAILABLE']);
    expect(isDone(call.call)).toBe(true);
  });

  test('a call that cannot be written down is refused', () => {
    const call = begin([someFork('tab')]);
    call.take({ type: 'mediaOpened', legId: 'tab', sdp: 'offer' }, { type: 'openedNotBooked' });
    expect(call.told('caller')).toEqual(['refuse 503']);
    expect(call.told('tab')).toEqual(['invite', 'cancel']);
  });

  test('a device whose media fails is left out and the others ring on', () => {
    const call = begin([someFork('tab'), someFork('phone')]);
    call.ring('phone');
    call.take({ type: 'mediaRefused', legId: 'tab', code: 'INTERNAL' });
    expect(call.call.state).toBe('ringing');
    expect(call.told('tab')).toEqual([]);
  });
});

describe('refusals', () => {
  test('a device that is busy leaves the others ringing', () => {
    const call = begin([someFork('tab', 'wb'), someFork('phone', 'wb')]);
    call.ring('tab', 'phone');
    call.take({ type: 'refused', legId: 'tab', status: 603, phrase: 'Busy Here' });
    expect(call.told('phone')).toEqual(['invite']);
    expect(call.call.state).toBe('ringing');
  });

  test('a command that says busy for one device leaves the others ringing', () => {
    const call = begin([someFork('tab', 'wb'), someFork('phone', 'wb')]);
    call.ring('tab', 'phone');
    call.take({ type: 'busySaid', legId: 'tab' });
    expect(call.told('tab')).toEqual(['invite', 'cancel']);
    expect(call.told('phone')).toEqual(['invite']);
    call.take({ type: 'busySaid', legId: 'phone' });
    expect(call.told('caller')).toEqual(['provisional 180', 'refuse 486']);
    expect(call.ended()).toEqual(['BUSY_HERE']);
  });

  test('600 ends that leg only', () => {
    const call = begin([someFork('tab', 'wb'), someFork('phone', 'wb')]);
    call.ring('tab', 'phone');
    call.take({ type: 'refused', legId: 'tab', status: 600, phrase: 'Busy Everywhere' });
    expect(call.told('phone')).toEqual(['invite']);
  });

  test("a user's own decline stops that user's devices and nobody else's", () => {
    const call = begin([someFork('tab', 'wb'), someFork('phone', 'wb'), someFork('carol', 'wc')]);
    call.ring('tab', 'phone', 'carol');
    call.take({
      type: 'refused',
      legId: 'tab',
      status: 486,
      phrase: 'Busy Here',
      reason: { cause: 603, text: 'Declined' },
    });
    expect(call.told('phone')).toEqual(['invite', 'cancel "Declined"']);
    expect(call.told('carol')).toEqual(['invite']);
    expect(call.call.state).toBe('ringing');
  });

  test('when the only callee declines, the caller hears busy and the book keeps the decline', () => {
    const call = begin([someFork('tab', 'wb'), someFork('phone', 'wb')]);
    call.ring('tab', 'phone');
    call.take({ type: 'refused', legId: 'tab', status: 486, phrase: 'Busy Here', reason: { cause: 603 } });
    expect(call.told('caller')).toEqual(['provisional 180', 'refuse 486']);
    expect(call.ended()).toEqual(['DECLINED']);
  });

  test('all busy is busy, nobody reachable is unavailable', () => {
    const busy = begin([{ ...someFork('desk'), mediaKind: 'rtp' }, someFork('phone')]);
    busy.ring('desk', 'phone');
    busy.take(
      { type: 'unreachable', legId: 'desk' },
      { type: 'refused', legId: 'phone', status: 486, phrase: 'Busy Here' },
    );
    expect(busy.told('caller')).toEqual(['provisional 180', 'refuse 486']);
    expect(busy.ended()).toEqual(['BUSY_HERE']);
    const gone = begin([someFork('tab')]);
    gone.take(
      { type: 'openedBooked' },
      { type: 'mediaOpened', legId: 'tab', sdp: 'offer' },
      { type: 'unreachable', legId: 'tab' },
    );
    expect(gone.told('caller')).toEqual(['refuse 480']);
  });
});

describe('the answer', () => {
  test('the first wins, the others hear that it was completed elsewhere, and a late 200 gets BYE with the same reason', () => {
    const call = begin([someFork('tab'), someFork('phone')]);
    call.ring('tab', 'phone');
    call.take({ type: 'answered', legId: 'tab', sdp: 'answer' }, { type: 'answered', legId: 'phone', sdp: 'answer' });
    expect(call.told('tab')).toEqual(['invite']);
    expect(call.told('phone')).toEqual([
      'invite',
      'cancel "Call completed elsewhere"',
      'bye "Call completed elsewhere"',
    ]);
  });

  test("the caller is answered with the callee's codec first, once the answered call is in the book", () => {
    const call = begin([someFork('tab')]);
    call.ring('tab');
    call.take({ type: 'answered', legId: 'tab', sdp: 'answer' }, { type: 'mediaAgreed', legId: 'tab', codec: 'PCMA' });
    expect(call.orders).toContainEqual({
      do: 'openMedia',
      legId: 'caller',
      codecs: ['PCMA', 'opus', 'PCMU'],
      offer: 'offer',
    });
    call.take({ type: 'mediaOpened', legId: 'caller', sdp: 'our answer' });
    expect(call.told('caller')).toEqual(['provisional 180']);
    call.take({ type: 'establishedSettled' });
    expect(call.told('caller')).toEqual(['provisional 180', 'answer']);
    expect(call.orders).toContainEqual({ do: 'bridge', legIds: ['caller', 'tab'] });
  });

  test('an answer before the opening write waits for it', () => {
    const call = begin([someFork('tab')]);
    call.take({ type: 'mediaOpened', legId: 'tab', sdp: 'offer' });
    call.talk('tab');
    expect(call.told('caller')).toEqual([]);
    call.take({ type: 'openedBooked' });
    expect(call.told('caller')).toEqual(['answer']);
  });

  test('a caller without an offer gets ours in the 200 and is joined after the ACK', () => {
    const call = begin([someFork('tab')], { caller: { ...someCaller(), offer: null } });
    call.ring('tab');
    call.take(
      { type: 'answered', legId: 'tab', sdp: 'answer' },
      { type: 'mediaAgreed', legId: 'tab', codec: 'opus' },
      { type: 'establishedSettled' },
      { type: 'mediaOpened', legId: 'caller', sdp: 'our offer' },
    );
    expect(call.told('caller')).toContain('answer');
    expect(call.orders.some((order) => order.do === 'bridge')).toBe(false);
    call.take({ type: 'acknowledged', legId: 'caller', sdp: 'their answer' });
    expect(call.orders).toContainEqual({ do: 'acceptAnswer', legId: 'caller', sdp: 'their answer' });
    call.take({ type: 'mediaAgreed', legId: 'caller', codec: 'opus' });
    expect(call.orders).toContainEqual({ do: 'bridge', legIds: ['caller', 'tab'] });
  });

  test('a caller who gives up in the moment of the answer ends the winner', () => {
    const call = begin([someFork('tab')]);
    call.ring('tab');
    call.take({ type: 'answered', legId: 'tab', sdp: 'answer' }, { type: 'cancelled', legId: 'caller' });
    expect(call.told('tab')).toEqual(['invite', 'bye']);
  });

  test('an answer we cannot use ends the call for both', () => {
    const call = begin([someFork('tab')]);
    call.ring('tab');
    call.take(
      { type: 'answered', legId: 'tab', sdp: 'rubbish' },
      { type: 'mediaRefused', legId: 'tab', code: 'BAD_SDP' },
    );
    expect(call.told('tab')).toEqual(['invite', 'bye']);
    expect(call.told('caller')).toEqual(['provisional 180', 'refuse 488']);
  });
});

describe('talking', () => {
  const talking = () => {
    const call = begin([someFork('tab')]);
    call.ring('tab');
    call.talk('tab');
    return call;
  };

  test('either side hanging up ends the other', () => {
    for (const [who, other] of [
      ['caller', 'tab'],
      ['tab', 'caller'],
    ] as const) {
      const call = talking();
      call.take({ type: 'ended', legId: who });
      expect(call.told(other).at(-1)).toBe('bye');
      expect(call.told(who)).not.toContain('bye');
      expect(call.ended()).toEqual(['HANGUP']);
      expect(isDone(call.call)).toBe(true);
    }
  });

  test('a CANCEL that came before our 200 was out ends the call', () => {
    const call = begin([someFork('tab')]);
    call.ring('tab');
    call.talk('tab');
    call.take({ type: 'cancelled', legId: 'caller' });
    expect(call.told('tab').at(-1)).toBe('bye');
    expect(call.told('caller')).not.toContain('bye');
    expect(call.ended()).toEqual(['HANGUP']);
  });

  test('hold by the user and by the device are two reasons: both must be gone', () => {
    const call = talking();
    call.take({ type: 'holdAsked', legId: 'caller', held: true });
    call.take({ type: 'reoffered', legId: 'caller', sdp: 'hold' });
    call.take({ type: 'reofferReady', legId: 'caller', sdp: 'answer', farDirection: 'sendonly' });
    call.take({ type: 'holdAsked', legId: 'caller', held: false });
    call.take({ type: 'reofferReady', legId: 'caller', sdp: 'answer', farDirection: 'sendrecv' });
    const holds = call.orders.flatMap((order) => (order.do === 'hold' ? [order.held] : []));
    expect(holds).toEqual([true, true, true, false]);
  });

  test('a re-INVITE without an offer gets ours, and the ACK answers it', () => {
    const call = talking();
    call.take({ type: 'reoffered', legId: 'tab' }, { type: 'reofferReady', legId: 'tab', sdp: 'our offer' });
    expect(call.told('tab')).toEqual(['invite', 'acknowledge', 'answerReoffer']);
    call.take({ type: 'acknowledged', legId: 'tab', sdp: 'answer' });
    expect(call.orders).toContainEqual({ do: 'acceptAnswer', legId: 'tab', sdp: 'answer' });
  });

  test('a device that held resumes by a re-INVITE without an offer as well', () => {
    const call = talking();
    call.take({ type: 'reoffered', legId: 'tab', sdp: 'hold' });
    call.take({ type: 'reofferReady', legId: 'tab', sdp: 'answer', farDirection: 'sendonly' });
    call.take({ type: 'reoffered', legId: 'tab' }, { type: 'reofferReady', legId: 'tab', sdp: 'our offer' });
    const holds = call.orders.flatMap((order) => (order.do === 'hold' ? [order.held] : []));
    expect(holds).toEqual([true, false]);
  });

  test('an impossible re-INVITE is refused and the call goes on', () => {
    const call = talking();
    call.take({ type: 'reoffered', legId: 'tab', sdp: 'rubbish' }, { type: 'reofferImpossible', legId: 'tab' });
    expect(call.told('tab').at(-1)).toBe('refuseReoffer 488');
    expect(call.call.state).toBe('talking');
  });

  test('a key sent by INFO becomes a new tone for the other side; one in the audio goes on by itself', () => {
    const call = talking();
    call.take(
      { type: 'info', legId: 'caller', digit: '5', durationMs: 100 },
      { type: 'dtmf', legId: 'caller', digit: '6' },
    );
    expect(call.orders.filter((order) => order.do === 'sendDtmf')).toEqual([
      { do: 'sendDtmf', legId: 'tab', digit: '5' },
    ]);
  });

  test('failed audio ends the call on both sides', () => {
    for (const fact of [{ type: 'mediaFailed', legId: 'tab' }, { type: 'mediaLost' }] as const) {
      const call = talking();
      call.take(fact);
      expect(call.told('tab').at(-1)).toBe('bye');
      expect(call.told('caller').at(-1)).toBe('bye');
      expect(call.ended()).toEqual(['TERMINATED']);
    }
  });
});

describe('the echo test', () => {
  const echo = () => {
    const call = beginWith(someServedCall('echo'));
    call.take(
      { type: 'mediaOpened', legId: 'caller', sdp: 'our answer' },
      { type: 'openedBooked' },
      { type: 'establishedSettled' },
    );
    return call;
  };

  test('answers, confirms with a tone once audio flows, then echoes', () => {
    const call = echo();
    expect(call.told('caller')).toEqual(['answer']);
    call.take({ type: 'acknowledged', legId: 'caller' });
    expect(call.orders.some((order) => order.do === 'play')).toBe(false);
    call.take({ type: 'mediaConnected', legId: 'caller' });
    expect(call.orders).toContainEqual({ do: 'play', legId: 'caller', sound: 'confirmation' });
    call.take({ type: 'timerFired', timer: 'tone' });
    expect(call.orders).toContainEqual({ do: 'echo', legId: 'caller' });
  });

  test('# hangs up, other keys do not', () => {
    const call = echo();
    call.take({ type: 'acknowledged', legId: 'caller' }, { type: 'dtmf', legId: 'caller', digit: '1' });
    expect(call.call).toMatchObject({ state: 'serving', taken: 'taken' });
    call.take({ type: 'dtmf', legId: 'caller', digit: '#' });
    expect(call.told('caller')).toEqual(['answer', 'bye']);
    expect(call.ended()).toEqual(['HANGUP']);
  });
});
