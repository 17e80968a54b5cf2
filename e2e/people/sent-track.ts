import type { Page } from '@playwright/test';

/** A microphone as a call sends it; nothing of it is known where no call sends any. */
export interface SentTrack {
  /** Another one for each opening of a microphone. */
  readonly id: string | undefined;
  /** The name of the microphone. */
  readonly label: string | undefined;
  readonly settings: MediaTrackSettings | undefined;
}

/** What the newest call of this page sends now. Needs `listenInPage`. */
export const sentTrack = (page: Page): Promise<SentTrack> =>
  page.evaluate(() => {
    const { storyConnections } = window as unknown as { storyConnections: RTCPeerConnection[] };
    const connection = storyConnections.filter((one) => one.connectionState === 'connected').at(-1);
    const track = connection?.getSenders().find((sender) => sender.track?.kind === 'audio')?.track;
    return { id: track?.id, label: track?.label, settings: track?.getSettings() };
  });
