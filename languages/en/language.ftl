# What the language is called by its speakers.
name = English

# Quotes and spaces. Everything else is typed plainly: "so", 'so', it's.
typography =
    .opening = “
    .closing = ”
    .inner = ‘
    .apostrophe = ’
    .decimal = .
