import { Banners } from '../Banners.tsx';
import { isSetupDialog } from '../dialogs.ts';
import { FeedbackSlot } from '../FeedbackSlot.tsx';
import { NewsSlot } from '../news/NewsSlot.tsx';
import { PageDialogs } from '../PageDialogs.tsx';
import { SettingsSlot } from '../SettingsSlot.tsx';
import { SetupFrame, type SetupFrameProps } from './SetupFrame.tsx';

/** The frame of the setup with what is wrong, if anything is, and with the dialogs over it. It comes late: the frame does not. */
export function SetupWindow(props: Omit<SetupFrameProps, 'banners' | 'dialogs'>) {
  const slots = [
    <SettingsSlot key="settings" />,
    <FeedbackSlot key="feedback" />,
    // Nothing opens by itself here.
    <NewsSlot key="news" ready={false} />,
  ];
  return <SetupFrame {...props} banners={<Banners />} dialogs={<PageDialogs has={isSetupDialog} slots={slots} />} />;
}
