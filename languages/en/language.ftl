# What the language is called by its speakers.
name = English

# Quotes and spaces. Type plainly: 'so', it's.
typography =
    .inner = ‘
    .apostrophe = ’
    .decimal = .
