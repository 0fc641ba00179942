import { isMac } from './typed-character';
import { useTemporary } from './use-temporary';

/**
 * Copies texts to the clipboard.
 *
 * @param displayMs how long `copied` is shown, in milliseconds
 * @returns `copied`, the label of the text that was just copied, otherwise null; and `copy`, which takes a label and a text
 */
export function useCopy(displayMs = 2000) {
  const [copied, setCopied] = useTemporary<string>(displayMs);
  const copy = async (label: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Over plain http browsers have no `navigator.clipboard`.
      if (!copySelected(text)) return;
    }
    setCopied(label);
  };
  return { copied, copy };
}

/**
 * Copies a text by selecting it in an invisible dialog. Where the browser refuses that, too, the dialog stays, so that
 * people can copy the text themselves.
 *
 * @returns whether the text was copied
 */
function copySelected(text: string): boolean {
  const dialog = document.createElement('dialog');
  const field = document.createElement('textarea');
  const close = document.createElement('button');
  const keys = `Press ${isMac() ? '⌘' : 'Ctrl+'}C to copy`;
  dialog.className =
    'm-auto w-[min(40rem,calc(100vw-16px))] rounded-lg border border-line-strong bg-surface p-4 text-ink text-sm shadow-popup backdrop:bg-canvas/70';
  field.className = 'my-3 block h-32 w-full rounded-md bg-raised p-2 font-mono text-xs';
  close.className = 'ml-auto block h-8 rounded-md border border-line px-3';
  dialog.ariaLabel = field.ariaLabel = keys;
  field.readOnly = true;
  field.value = text;
  close.textContent = 'Close';
  close.onclick = () => dialog.close();
  dialog.onclose = () => dialog.remove();
  // The event precedes the copying, which needs the selection.
  field.oncopy = () => setTimeout(() => dialog.close());
  dialog.append(keys, field, close);
  document.body.append(dialog);
  dialog.showModal();
  field.select();
  // The only way that does not need a secure context.
  const isCopied = document.execCommand('copy');
  if (isCopied) dialog.close();
  return isCopied;
}
