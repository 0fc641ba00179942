import { Check, Copy } from 'lucide-react';
import { Button } from './button';
import { useTemporary } from './use-temporary';

/** A button that copies a text and shows and announces it for a short time. */
export function CopyButton({ text, label, quiet = false }: { text: string; label: string; quiet?: boolean }) {
  const { copied, copy } = useCopy();
  return (
    <Button variant={quiet ? 'ghost' : 'outline'} onClick={() => copy(label, text)} aria-label={label}>
      {copied ? <Check /> : <Copy />}
      <span aria-hidden>{copied ? 'Copied' : label}</span>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </Button>
  );
}

/** How long it is shown that a text was copied, milliseconds. */
const SHOWN_MS = 4000;

/**
 * Copies texts to the clipboard.
 *
 * @returns `copied`, the label of the text that was just copied, otherwise null; and `copy`, which takes a label and a text
 */
export function useCopy() {
  const [copied, setCopied] = useTemporary<string>(SHOWN_MS);
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
 * Copies a text by selecting it in a dialog, the only way that does not need a secure context. A field outside of a dialog that is
 * open already could not be selected.
 *
 * @returns whether the text was copied
 */
function copySelected(text: string): boolean {
  const dialog = document.createElement('dialog');
  const field = document.createElement('textarea');
  field.value = text;
  dialog.append(field);
  document.body.append(dialog);
  dialog.showModal();
  field.select();
  const isCopied = document.execCommand('copy');
  dialog.close();
  dialog.remove();
  return isCopied;
}
