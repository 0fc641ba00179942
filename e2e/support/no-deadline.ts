/**
 * Loaded into a product before anything else (`withoutDeadline`): it waits for upstream for as long as upstream takes,
 * so that a test can look at what people see meanwhile, however slow the machine is.
 */
AbortSignal.timeout = () => new AbortController().signal;
